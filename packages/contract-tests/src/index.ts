export * from './event-examples.ts';
export * from './replay-sample.ts';
export * from './rpc-double.ts';
export * from './rpc-samples.ts';
export * from './serve-samples.ts';
export * from './unlike-catalogue.ts';
