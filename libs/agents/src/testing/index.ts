export * from './scripted-model.ts';
export * from './scripted-step.ts';
