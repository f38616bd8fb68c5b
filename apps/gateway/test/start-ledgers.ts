import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { freePort } from '@florin/local-servers';
import {
  createDatabase,
  type Environment,
  keysText,
  natsUrl,
  type Program,
  runProgram,
  startProgram,
  testKeys,
} from '@florin/testing';

const main = new URL('../../ledger/src/main.ts', import.meta.url);

/**
 * Real ledger processes on one database, each at its own address, like pods.
 * @param adminUrl a database of a separate Postgres; by default a throwaway one of the run
 */
export async function prepareLedgers(adminUrl?: string) {
  const database =
    adminUrl === undefined ? await createDatabase() : { adminUrl, drop: async () => {} };
  const [httpPort, grpcPort] = [await freePort(), await freePort()];
  // Roles belong to the whole server, so all tests use the same passwords.
  const urlOf = (username: string, password: string) =>
    Object.assign(new URL(database.adminUrl), { username, password }).href;
  const env: Environment = {
    LEDGER_HTTP_PORT: String(httpPort),
    LEDGER_GRPC_PORT: String(grpcPort),
    LEDGER_PROVISION_DATABASE_URL: database.adminUrl,
    LEDGER_PROVISION_NATS_URL: natsUrl(),
    LEDGER_MIGRATION_DATABASE_URL: urlOf('florin_ledger_owner', 'owner'),
    LEDGER_DATABASE_URL: urlOf('florin_ledger', 'app'),
    LEDGER_DATABASE_POOL_SIZE_MAX: '5',
    LEDGER_ACCEPT_KEYS: keysText('gateway', 'accounts'),
    NATS_URL: natsUrl(),
  };
  for (const command of ['provision', 'migrate']) await runProgram(main, [command], env);
  const running = new Map<string, Program>();

  return {
    httpPort,
    grpcPort,
    urlOf,
    /** Runs a command of the ledger with other settings. */
    run: (command: string, change: Environment) =>
      runProgram(main, [command], { ...env, ...change }),
    async start(host: string, change: Environment = {}): Promise<void> {
      running.set(host, await startProgram(main, [], { ...env, LEDGER_HOST: host, ...change }));
    },
    async stop(host: string): Promise<void> {
      await running.get(host)?.stop();
      running.delete(host);
    },
    async openBalance(accountId: string): Promise<void> {
      const [host = ''] = running.keys();
      const client = makeClient(grpcServices.balances, {
        self: 'accounts',
        callee: 'ledger',
        addresses: [`${host}:${grpcPort}`],
        callKeys: testKeys('ledger'),
      });
      await client.openBalance(
        { accountId, currency: 'USD' },
        { requestId: 'test', timeoutMs: 20_000 },
      );
      client.close();
    },
    /** Number of commands that the ledger at this address has decided. */
    async commands(host: string): Promise<number> {
      const text = await (await fetch(`http://${host}:${httpPort}/metrics`)).text();
      const [, sum] = /^florin_ledger_batch_commands_sum(?:\{.*\})? (\d+)$/m.exec(text) ?? [];
      return Number(sum);
    },
    async stopAll(): Promise<void> {
      await Promise.all([...running.values()].map((program) => program.kill()));
      await database.drop();
    },
  };
}
