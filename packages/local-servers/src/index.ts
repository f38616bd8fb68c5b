export { freePort } from './free-port.ts';
export { spawnNats } from './nats/spawn-nats.ts';
export { findNginx } from './nginx/find-nginx.ts';
export { findPgbench, type Pgbench, pgbenchEnvironment } from './postgres/find-pgbench.ts';
export { spawnPostgres } from './postgres/spawn-postgres.ts';
export { startOfProcess } from './process-identity.ts';
export type { OnProgress, RunningServer } from './running-server.ts';
export { hasExited, stopChild } from './stop-child.ts';
export { stopProcess } from './stop-process.ts';
