export * from './active-time.ts';
export { fairKeyOf } from './child-runs.ts';
export * from './driver.ts';
export * from './infrastructure-error.ts';
export * from './runtime-ports.ts';
export * from './runtime-timings.ts';
export * from './sweeper.ts';
export * from './worker.ts';
