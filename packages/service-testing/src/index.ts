import type { ServiceName } from '@florin/contracts';
import { type LeaseTables, type Migrations, prepareThrowawayDatabase } from '@florin/database';
import {
  createLog,
  type ServiceConfig,
  type ServiceDefinition,
  startService,
} from '@florin/service';
import {
  type CallOptions,
  callService,
  copyDatabase,
  fetchService,
  makeSink,
} from '@florin/testing';
import { Client } from 'pg';

export type ServiceDatabase = Awaited<ReturnType<typeof testDatabase>>;

/** An empty database of a service, for any number of its processes. */
export async function testDatabase(name: ServiceName, migrations: Migrations) {
  const { adminUrl, drop } = await copyDatabase(name, (empty) =>
    prepareThrowawayDatabase(empty, name, migrations),
  );
  const superuser = new Client({ connectionString: adminUrl });
  await superuser.connect();
  await superuser.query(`set search_path = ${name}`);
  const as = (username: string, password: string) =>
    Object.assign(new URL(adminUrl), { username, password }).href;
  return {
    adminUrl,
    /** As the role of the service. */
    url: as(`florin_${name}`, 'app'),
    /** As the role that owns the tables. */
    ownerUrl: as(`florin_${name}_owner`, 'owner'),
    superuser,
    /** Runs one statement as superuser. */
    query: async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await superuser.query(text, values)).rows,
    async drop() {
      await superuser.end();
      await drop();
    },
  };
}

type Given<Config> = Omit<Config, 'host' | 'httpPort' | 'grpcPort'>;

/** One process of a service, in this process and on free ports. */
export async function testService<Config extends ServiceConfig, Tables extends LeaseTables>(
  definition: ServiceDefinition<Config, Tables>,
  config: Given<Config>,
) {
  const { name } = definition;
  const { lines, logged, stream } = makeSink();
  const here = { host: '127.0.0.1', httpPort: 0, grpcPort: 0 };
  const service = await startService(
    definition,
    { ...config, ...here } as unknown as Config,
    createLog(name, stream),
  );
  return {
    ...service,
    logLines: lines,
    logged,
    call: (method: string, path: string, options?: CallOptions) =>
      callService(name, service.httpPort, method, path, options),
    fetch: (path: string, options?: CallOptions) =>
      fetchService(name, service.httpPort, 'GET', path, options),
  };
}
