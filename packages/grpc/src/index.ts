export * from './clients.ts';
export * from './serve.ts';
