export * from './config.ts';
export * from './drain.ts';
export * from './log.ts';
export * from './report.ts';
export * from './run-program.ts';
export * from './run-service.ts';
export * from './serve.ts';
