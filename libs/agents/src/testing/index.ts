export * from './scripted-model.ts';
export * from './scripted-step.ts';
export * from './event-script.ts';
