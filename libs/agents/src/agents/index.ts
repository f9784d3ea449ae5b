export * from './conversation.ts';
export * from './coordinator/index.ts';
export * from './planning/index.ts';
export * from './react-agent.ts';
export * from './react-loop.ts';
