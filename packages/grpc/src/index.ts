export * from './clients.ts';
export * from './customer-data.ts';
export * from './money-fields.ts';
export * from './serve.ts';
export { isUnimplemented } from './status.ts';
