export * from './batch.ts';
export * from './spans.ts';
export * from './start-tracing.ts';
