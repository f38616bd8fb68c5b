import { newId } from '@florin/contracts';
import { freePort } from '@florin/local-servers';
import { testDatabase, testService } from '@florin/service-testing';
import {
  type CallOptions,
  callService,
  type Environment,
  keysText,
  natsUrl,
  startProgram,
  testKeys,
} from '@florin/testing';
import type { AccountsConfig } from '../src/config.ts';
import { migrations } from '../src/migrations/index.ts';
import { accounts } from '../src/service.ts';
import { type CallHook, hookCalls } from './hook-calls.ts';
import { connect } from './neighbours.ts';

export const PASSWORD = 'correct horse battery';

/** An admin, who may do everything; their token makes Idempotency-Keys count. */
export const admin = { userId: newId(), sessionId: newId(), role: 'admin' } as const;

export function newEmail(): string {
  return `user-${newId()}@example.com`;
}

export function signUpBody(change: object = {}) {
  return { email: newEmail(), name: 'Ada', type: 'business', password: PASSWORD, ...change };
}

/** Addresses of the services that accounts calls. */
export type Callees = Record<'identity' | 'ledger' | 'billing', { readonly grpcAddress: string }>;

/** For tests without other services: nothing listens there. */
export const unreachable: Callees = {
  identity: { grpcAddress: '127.0.0.1:1' },
  ledger: { grpcAddress: '127.0.0.1:1' },
  billing: { grpcAddress: '127.0.0.1:1' },
};

export type AccountsDatabase = Awaited<ReturnType<typeof createAccountsDatabase>>;

/** An empty database of the service, for any number of its processes. */
export async function createAccountsDatabase() {
  const database = await testDatabase('accounts', migrations);
  return {
    ...database,
    /** Blocks writes to a table until the gate is opened. */
    async lock(table: string) {
      const client = await connect(database.adminUrl);
      await client.query(`begin; lock table ${table} in share mode`);
      return {
        async countWaiting() {
          const { rowCount } = await client.query(
            `select from pg_locks where relation = '${table}'::regclass and not granted`,
          );
          return rowCount;
        },
        open: () => client.end(),
      };
    },
  };
}

/** The service in this process. */
export async function startAccounts(
  { url }: AccountsDatabase,
  { identity, ledger, billing }: Callees,
  {
    admin = null,
    closesSignUp = false,
    signUpStatus = 'active',
    hook,
  }: Partial<Pick<AccountsConfig, 'admin' | 'closesSignUp' | 'signUpStatus'>> & {
    /** Only in files that replace `src/clients.ts` with `hooked`. */
    readonly hook?: CallHook;
  } = {},
) {
  hookCalls(hook);
  const service = await testService(accounts, {
    database: { url, poolSizeMax: 6 },
    nats: { url: natsUrl() },
    acceptKeys: testKeys('gateway', 'billing', 'ledger', 'processors', 'mail'),
    callKeys: testKeys('identity', 'ledger', 'billing'),
    identityAddresses: [identity.grpcAddress],
    ledgerAddresses: [ledger.grpcAddress],
    billingAddresses: [billing.grpcAddress],
    processorsAddresses: [],
    opensLive: false,
    passwordLengthMin: 8,
    closesSignUp,
    signUpStatus,
    admin,
  });
  return { ...service, output: () => service.logLines.join('') };
}

/** The service as a separate process. */
export async function startAccountsProcess(
  { url }: AccountsDatabase,
  { identity, ledger, billing }: Callees,
  settings: Environment = {},
) {
  const [httpPort, grpcPort] = [await freePort(), await freePort()];
  const program = await startProgram(new URL('../src/main.ts', import.meta.url), [], {
    ACCOUNTS_HTTP_PORT: String(httpPort),
    ACCOUNTS_GRPC_PORT: String(grpcPort),
    ACCOUNTS_DATABASE_URL: url,
    ACCOUNTS_DATABASE_POOL_SIZE_MAX: '4',
    ACCOUNTS_ACCEPT_KEYS: keysText('gateway', 'billing', 'processors'),
    ACCOUNTS_CALL_KEYS: keysText('identity', 'ledger', 'billing'),
    IDENTITY_GRPC_ADDRESSES: identity.grpcAddress,
    LEDGER_GRPC_ADDRESSES: ledger.grpcAddress,
    BILLING_GRPC_ADDRESSES: billing.grpcAddress,
    NATS_URL: natsUrl(),
    ...settings,
  });
  return {
    ...program,
    call: (method: string, route: string, options?: CallOptions) =>
      callService('accounts', httpPort, method, route, options),
  };
}
