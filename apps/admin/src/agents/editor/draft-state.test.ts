import { describe, expect, it } from '@jest/globals';
import { type DraftState, hasUnsavedEdits, loadedDraft, reduceDraft, type SavedDraft } from './draft-state.ts';
import type { Content } from './merge-content.ts';

const draft = (content: Content, etag = '"1"'): SavedDraft => ({ content, etag, draftHash: etag, issues: [] });
const edit = (state: DraftState, change: Partial<Content>) => reduceDraft(state, { type: 'edited', change });

describe('the draft on the screen', () => {
  const opened = loadedDraft(draft({ instructions: 'Be brief.', tools: ['search'] }));

  it('is dirty while it differs from the saved one and clean again when the change is taken back', () => {
    const changed = edit(opened, { instructions: 'Be kind.' });
    expect(changed.phase.name).toBe('dirty');
    expect(edit(changed, { instructions: 'Be brief.' }).phase.name).toBe('clean');
  });

  it('leaves out a field that goes back to what the base class says', () => {
    expect(edit(edit(opened, { maxAgentSteps: 3 }), { maxAgentSteps: undefined }).content).toEqual(opened.content);
  });

  it('stays dirty when something was typed while it was saved', () => {
    const sent = edit(opened, { instructions: 'One' });
    const typed = edit(reduceDraft(sent, { type: 'saving' }), { instructions: 'One two' });
    const saved = reduceDraft(typed, { type: 'saved', draft: draft({ ...opened.content, instructions: 'One' }, '"2"'), sent: sent.content });
    expect(saved).toMatchObject({ content: { instructions: 'One two' }, saved: { etag: '"2"' }, phase: { name: 'dirty' } });
  });

  it('AC-A6 merges different fields of two people without asking', () => {
    const mine = edit(opened, { instructions: 'Be kind.' });
    const merged = reduceDraft(mine, { type: 'overtaken', theirs: draft({ ...opened.content, tools: ['search', 'calculator'] }, '"2"') });
    expect(merged).toMatchObject({ content: { instructions: 'Be kind.', tools: ['search', 'calculator'] }, saved: { etag: '"2"' }, phase: { name: 'dirty' } });
  });

  it('AC-A6 sees no conflict in equal edits', () => {
    const mine = edit(opened, { instructions: 'Be kind.' });
    expect(reduceDraft(mine, { type: 'overtaken', theirs: draft({ ...opened.content, instructions: 'Be kind.' }, '"2"') }).phase.name).toBe('clean');
  });

  it('AC-A6 asks about a field both changed and keeps what was chosen', () => {
    const mine = edit(opened, { instructions: 'Mine' });
    const conflict = reduceDraft(mine, { type: 'overtaken', theirs: draft({ ...opened.content, instructions: 'Theirs' }, '"2"') });
    expect(conflict).toMatchObject({ phase: { name: 'conflict', fields: ['instructions'] }, content: { instructions: 'Mine' } });
    expect(reduceDraft(conflict, { type: 'resolved', keepTheirs: ['instructions'] })).toMatchObject({ content: { instructions: 'Theirs' }, phase: { name: 'clean' } });
    expect(hasUnsavedEdits(reduceDraft(conflict, { type: 'resolved', keepTheirs: [] }))).toBe(true);
  });

  it('keeps what was typed when saving is refused', () => {
    const failed = reduceDraft(edit(opened, { model: 'nope/none' }), { type: 'refused', error: new Error('no') });
    expect(failed).toMatchObject({ content: { model: 'nope/none' }, phase: { name: 'failed' } });
  });
});
