import { provisionService } from '@florin/database';
import { freePort } from '@florin/local-servers';
import {
  copyDatabase,
  type Environment,
  keysText,
  natsUrl,
  runProgram,
  startProgram,
} from '@florin/testing';
import { Client } from 'pg';

/** The processors service, through which the ledger charges customers. */
export interface ProcessorsNeighbour {
  readonly grpcAddress: string;
  /** Runs one statement as superuser in its schema. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Stops it from answering. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const main = new URL('../../processors/src/main.ts', import.meta.url);
const PASSWORDS = { owner: 'owner', app: 'app' };

/** Starts it as a separate process with its own database. */
export async function startProcessors(settings: Environment = {}): Promise<ProcessorsNeighbour> {
  const { adminUrl, drop } = await copyDatabase('processors_neighbour', migrate);
  const superuser = new Client({ connectionString: adminUrl });
  await superuser.connect();
  await superuser.query('set search_path = processors');
  const grpcPort = await freePort();
  const program = await startProgram(main, [], {
    PROCESSORS_HTTP_PORT: '0',
    PROCESSORS_GRPC_PORT: String(grpcPort),
    PROCESSORS_DATABASE_URL: as(adminUrl, 'florin_processors', PASSWORDS.app),
    PROCESSORS_DATABASE_POOL_SIZE_MAX: '5',
    PROCESSORS_ACCEPT_KEYS: keysText('gateway', 'ledger'),
    PROCESSORS_CALL_KEYS: keysText('ledger', 'accounts'),
    LEDGER_GRPC_ADDRESSES: '127.0.0.1:1',
    ACCOUNTS_GRPC_ADDRESSES: '127.0.0.1:1',
    NATS_URL: natsUrl(),
    ...settings,
  });
  return {
    grpcAddress: `127.0.0.1:${grpcPort}`,
    async query<Row>(text: string, values?: unknown[]): Promise<Row[]> {
      return (await superuser.query(text, values)).rows;
    },
    kill: () => program.kill(),
    async stop() {
      await program.kill();
      await superuser.end();
      await drop();
    },
  };
}

async function migrate(adminUrl: string): Promise<void> {
  await provisionService(adminUrl, 'processors', PASSWORDS);
  await runProgram(main, ['migrate'], {
    PROCESSORS_DATABASE_URL: as(adminUrl, 'florin_processors', PASSWORDS.app),
    PROCESSORS_MIGRATION_DATABASE_URL: as(adminUrl, 'florin_processors_owner', PASSWORDS.owner),
  });
}

const as = (adminUrl: string, username: string, password: string) =>
  Object.assign(new URL(adminUrl), { username, password }).href;
