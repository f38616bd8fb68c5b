export { freePort } from './free-port.ts';
export { spawnNats } from './nats/spawn-nats.ts';
export { spawnPostgres } from './postgres/spawn-postgres.ts';
export type { RunningServer } from './running-server.ts';
