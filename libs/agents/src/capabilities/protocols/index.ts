export * from './sse.ts';
export * from './ui-history.ts';
export * from './ui-message-projector.ts';
