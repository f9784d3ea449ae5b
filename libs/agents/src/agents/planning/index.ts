export * from './admission.ts';
export * from './guidance.ts';
export * from './planning-turn.ts';
export * from './run-policy.ts';
export * from './validated-model.ts';
