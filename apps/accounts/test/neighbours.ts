import { provisionService } from '@florin/database';
import { freePort } from '@florin/local-servers';
import {
  type CallOptions,
  callService,
  copyDatabase,
  type Environment,
  keysText,
  natsUrl,
  type Program,
  runProgram,
  startProgram,
} from '@florin/testing';
import { Client } from 'pg';

const PASSWORDS = { owner: 'owner', app: 'app' };

/** A service that accounts calls, running as a process that can be killed and restarted. */
export interface Neighbour {
  readonly grpcAddress: string;
  call(method: string, path: string, options?: CallOptions): ReturnType<typeof callService>;
  /** Output of all its processes. */
  output(): string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface Neighbours {
  readonly identity: Neighbour;
  readonly ledger: Neighbour;
  readonly billing: Neighbour;
  /** Runs one statement as superuser; table names need their schema. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/**
 * The services that accounts calls, as processes on a shared database. Opening an account does not
 * use billing, so it is optional.
 */
export async function startNeighbours({
  withBilling = false,
  passwordCost = 4,
}: {
  readonly withBilling?: boolean;
  readonly passwordCost?: number;
} = {}): Promise<Neighbours> {
  const database = await copyDatabase('neighbours', migrateAll);
  const superuser = await connect(database.adminUrl);
  const [identity, ledger] = await Promise.all([
    startNeighbour('identity', database.adminUrl, {
      IDENTITY_PASSWORD_COST: String(passwordCost),
      IDENTITY_PASSWORD_THREADS: '1',
    }),
    startNeighbour('ledger', database.adminUrl, {}),
  ]);
  const billing = withBilling
    ? await startNeighbour('billing', database.adminUrl, {
        LEDGER_GRPC_ADDRESSES: ledger.grpcAddress,
        ACCOUNTS_GRPC_ADDRESSES: NOWHERE,
        PROCESSORS_GRPC_ADDRESSES: NOWHERE,
        BILLING_CALL_KEYS: keysText('ledger', 'accounts', 'processors'),
      })
    : absent;
  return {
    identity,
    ledger,
    billing,
    async query<Row>(text: string, values?: unknown[]): Promise<Row[]> {
      return (await superuser.query(text, values)).rows;
    },
    async stop() {
      await Promise.all([identity.kill(), ledger.kill(), billing.kill(), superuser.end()]);
      await database.drop();
    },
  };
}

const NOWHERE = '127.0.0.1:1';
const absent: Neighbour = {
  grpcAddress: NOWHERE,
  call: () => Promise.reject(new Error('it was not started')),
  output: () => '',
  kill: async () => {},
  start: async () => {},
};

export async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

export const urlFor = (adminUrl: string, username: string, password: string) =>
  Object.assign(new URL(adminUrl), { username, password }).href;

const mainOf = (name: string) => new URL(`../../${name}/src/main.ts`, import.meta.url);

/** Migrates the schemas of all services in an empty database. */
async function migrateAll(adminUrl: string): Promise<void> {
  for (const name of ['identity', 'ledger', 'billing'] as const) {
    await provisionService(adminUrl, name, PASSWORDS);
    const prefix = name.toUpperCase();
    await runProgram(mainOf(name), ['migrate'], {
      [`${prefix}_DATABASE_URL`]: urlFor(adminUrl, `florin_${name}`, PASSWORDS.app),
      [`${prefix}_MIGRATION_DATABASE_URL`]: urlFor(
        adminUrl,
        `florin_${name}_owner`,
        PASSWORDS.owner,
      ),
    });
  }
}

async function startNeighbour(
  name: 'identity' | 'ledger' | 'billing',
  adminUrl: string,
  settings: Environment,
): Promise<Neighbour> {
  const [httpPort, grpcPort] = [await freePort(), await freePort()];
  const prefix = name.toUpperCase();
  const env = {
    [`${prefix}_HTTP_PORT`]: String(httpPort),
    [`${prefix}_GRPC_PORT`]: String(grpcPort),
    [`${prefix}_DATABASE_URL`]: urlFor(adminUrl, `florin_${name}`, PASSWORDS.app),
    [`${prefix}_DATABASE_POOL_SIZE_MAX`]: '5',
    [`${prefix}_ACCEPT_KEYS`]: keysText('gateway', 'accounts'),
    NATS_URL: natsUrl(),
    ...settings,
  };
  const lives: Program[] = [];
  const start = async () => {
    lives.push(await startProgram(mainOf(name), [], env));
  };
  await start();
  return {
    grpcAddress: `127.0.0.1:${grpcPort}`,
    call: (method, path, options) => callService(name, httpPort, method, path, options),
    output: () => lives.flatMap(({ lines }) => lines).join('\n'),
    async kill() {
      await lives.at(-1)?.kill();
    },
    start,
  };
}
