export { unpackDebianPackages } from './debian/unpack-packages.ts';
export { type Forwarder, forward } from './forward.ts';
export { freePort } from './free-port.ts';
export { buildByGo, findBuilt, findGo } from './go/build-by-go.ts';
export { findCurrentNats } from './nats/find-current-nats.ts';
export { findNatsServer } from './nats/find-nats-server.ts';
export { type NatsUser, renderNatsAccounts, renderNatsUsers } from './nats/nats-users.ts';
export { readNatsVersion } from './nats/read-nats-version.ts';
export { spawnNats } from './nats/spawn-nats.ts';
export { findNginx } from './nginx/find-nginx.ts';
export { type Nginx, spawnNginx } from './nginx/spawn-nginx.ts';
export { spawnPgbouncer } from './pgbouncer/spawn-pgbouncer.ts';
export { copyCluster, copyFiles } from './postgres/copy-cluster.ts';
export { placeData } from './postgres/data-place.ts';
export {
  clientEnvironment,
  findPostgresClient,
} from './postgres/find-client.ts';
export { findPgbench, type Pgbench, pgbenchEnvironment } from './postgres/find-pgbench.ts';
export { spawnPostgres } from './postgres/spawn-postgres.ts';
export { respawnStandby, spawnStandby } from './postgres/spawn-standby.ts';
export { spawnThrowawayPostgres } from './postgres/spawn-throwaway-postgres.ts';
export { startOfProcess } from './process-identity.ts';
export { runProgram } from './run.ts';
export type { OnProgress, RunningServer } from './running-server.ts';
export { scratchParent } from './scratch-parent.ts';
export { hasExited, stopChild } from './stop-child.ts';
export { stopProcess } from './stop-process.ts';
export { writeAtomically } from './write-atomically.ts';
