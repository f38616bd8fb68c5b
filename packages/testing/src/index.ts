export * from './call.ts';
export * from './create-database.ts';
export * from './eventually.ts';
export * from './follow-stream.ts';
export * from './query-plans.ts';
export * from './skip-disk-syncs.ts';
export * from './spawn-program.ts';
export * from './widen-schema.ts';
