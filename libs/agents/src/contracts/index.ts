export * from './error.ts';
export * from './json.ts';
export * from './principal.ts';
export * from './run-event.ts';
export * from './run-status.ts';
