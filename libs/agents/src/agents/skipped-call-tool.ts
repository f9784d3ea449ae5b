import type { OrchestratedTool } from '../kernel/tool.ts';
import { skippedMessage } from './planning/admission.ts';

/** Stands in for a tool whose call is over the cap: answers `{skipped}` without running anything, so that no call stays without a result. */
export const skippedCallTool = (name: string, cap: number): OrchestratedTool => ({
  kind: 'orchestrated',
  spec: { name, title: name, description: '', payload: { type: 'object' }, risk: 'safe', idempotent: true },
  parse: (input) => (input !== null && typeof input === 'object' && !Array.isArray(input) ? input : { input }),
  orchestrate: async () => ({ output: { skipped: skippedMessage(cap) }, skipped: true }),
});
