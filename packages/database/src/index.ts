export * from './inbox.ts';
export * from './migrate.ts';
export * from './open-database.ts';
export * from './outbox.ts';
export * from './postgres-errors.ts';
export * from './provision-service.ts';
export * from './run-once.ts';
export * from './steps.ts';
