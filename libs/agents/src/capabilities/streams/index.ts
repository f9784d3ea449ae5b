export * from './finish-metadata.ts';
export * from './fold-message.ts';
export * from './message-op.ts';
export * from './tree-reader.ts';
