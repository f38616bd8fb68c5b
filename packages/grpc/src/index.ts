export * from './clients.ts';
export * from './serve.ts';
export { isUnimplemented } from './status.ts';
