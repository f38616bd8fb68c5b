import { type Caller, newId, toPublicId, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { openDatabase, prepareThrowawayDatabase, provisionService } from '@florin/database';
import { makeClient } from '@florin/grpc';
import { freePort } from '@florin/local-servers';
import { testService } from '@florin/service-testing';
import {
  type CallOptions,
  callService,
  copyDatabase,
  keysText,
  natsUrl,
  peerAt,
  runProgram,
  startProgram,
  testKeys,
} from '@florin/testing';
import { Client } from 'pg';
import { migrations } from '../src/migrations/index.ts';
import type { ProcessorsTables } from '../src/schema.ts';
import { processors } from '../src/service.ts';

const ledgerMain = new URL('../../ledger/src/main.ts', import.meta.url);
const PASSWORDS = { owner: 'owner', app: 'app' };
const context = { requestId: 'test', timeoutMs: 5_000 };

const as = (adminUrl: string, username: string, password: string) =>
  Object.assign(new URL(adminUrl), { username, password }).href;

/** The service in this process, and a ledger as a separate process, on a shared database. */
export async function startProcessors({
  settlementsEveryMs = 3_600_000,
  currency = 'USD',
  billingAddresses = [] as readonly string[],
} = {}) {
  const { adminUrl, drop } = await copyDatabase('processors', async (empty) => {
    await prepareThrowawayDatabase(empty, 'processors', migrations);
    await provisionService(empty, 'ledger', PASSWORDS);
    await runProgram(ledgerMain, ['migrate'], {
      LEDGER_DATABASE_URL: as(empty, 'florin_ledger', PASSWORDS.app),
      LEDGER_MIGRATION_DATABASE_URL: as(empty, 'florin_ledger_owner', PASSWORDS.owner),
    });
  });
  const superuser = new Client({ connectionString: adminUrl });
  await superuser.connect();
  const [httpPort, grpcPort] = [await freePort(), await freePort()];
  const ledger = await startProgram(ledgerMain, [], {
    LEDGER_HTTP_PORT: String(httpPort),
    LEDGER_GRPC_PORT: String(grpcPort),
    LEDGER_DATABASE_URL: as(adminUrl, 'florin_ledger', PASSWORDS.app),
    LEDGER_DATABASE_POOL_SIZE_MAX: '5',
    LEDGER_ACCEPT_KEYS: keysText('gateway', 'accounts', 'processors'),
    LEDGER_CREDIT_BY: 'owner',
    NATS_URL: natsUrl(),
  });
  const service = await testService(processors, {
    database: { url: as(adminUrl, 'florin_processors', PASSWORDS.app), poolSizeMax: 6 },
    nats: { url: natsUrl() },
    acceptKeys: testKeys('gateway', 'ledger', 'accounts', 'billing'),
    callKeys: testKeys('ledger', 'accounts', 'billing'),
    // No accounts service: return URLs are covered by end-to-end tests.
    accountsAddresses: ['127.0.0.1:9'],
    billingAddresses,
    publicUrl: 'http://127.0.0.1:1',
    ledgerAddresses: [`127.0.0.1:${grpcPort}`],
    stripe: undefined,
    transfer: { name: 'Shop', iban: 'DE89370400440532013000', bic: null, livemode: false },
    takesTestCards: true,
    settlementsEveryMs,
    setupsKeptDays: 90,
  });
  const accounts = makeClient(grpcServices.balances, peerAt('accounts', 'ledger', grpcPort));
  const ledgerClient = makeClient(
    grpcServices.processors,
    peerAt('ledger', 'processors', service.grpcPort),
  );
  const accountsClient = makeClient(
    grpcServices.processors,
    peerAt('accounts', 'processors', service.grpcPort),
  );
  const billing = makeClient(
    grpcServices.processors,
    peerAt('billing', 'processors', service.grpcPort),
  );
  const appUrl = as(adminUrl, 'florin_processors', PASSWORDS.app);
  const { db, close } = openDatabase<ProcessorsTables>({ url: appUrl, poolSizeMax: 2 }, () => {});
  const query = async <Row>(text: string, values?: unknown[]): Promise<Row[]> =>
    (await superuser.query(text, values)).rows;

  return {
    ...service,
    /** As the service sees it. */
    db,
    query,
    /** Client with the ledger's key. */
    client: ledgerClient,
    /** Client with billing's key. */
    billing,
    /** Calls as the accounts service after closing an account. */
    payOutRest: (accountId: Uuid) => accountsClient.payOutRest({ accountId, currency }, context),
    /** An account without money. */
    async openAccount() {
      const accountId = newId();
      await accounts.openBalance({ accountId, currency }, context);
      return accountId;
    },
    /** An account with the money left of a customer's card payment. */
    async openPaid(card: string, amount = 100, left = amount, description = 'order 7') {
      const accountId = newId();
      const owner = { userId: newId(), accountId, role: 'owner' } as const;
      await accounts.openBalance({ accountId, currency }, context);
      const credit = (added: number) =>
        callService('ledger', httpPort, 'POST', '/v1/transactions', {
          caller: owner,
          body: {
            account_id: toPublicId('account', accountId),
            type: 'credit',
            amount: added,
            currency: 'USD',
          },
        });
      await credit(left);
      const paymentId = newId();
      const paid = { ...order(accountId, paymentId, card, amount), description };
      await ledgerClient.authorize(paid, context);
      const call = (method: string, path: string, options: CallOptions = {}) =>
        service.call(method, path, { caller: owner, ...options });
      return { accountId, owner: owner as Partial<Caller>, paymentId, call, credit };
    },
    /** Available, held, and external amounts. */
    async partsOf(accountId: Uuid): Promise<readonly number[]> {
      const [row] = await query<Record<string, number>>(
        `select available::int, held::int, external::int from ledger.balances
          where account_id = $1`,
        [accountId],
      );
      return Object.values(row ?? {});
    },
    async stop() {
      ledgerClient.close();
      billing.close();
      accountsClient.close();
      accounts.close();
      await close();
      await service.stop();
      await ledger.kill();
      await superuser.end();
      await drop();
    },
  };
}

export function order(accountId: Uuid, paymentId: Uuid, number: string, amount: number) {
  return {
    id: newId(),
    paymentId,
    accountId,
    amount,
    currency: 'USD',
    processor: 'test',
    customerEmail: 'grace@example.com',
    description: 'order 7',
    returnUrl: 'https://shop.example/',
    card: { number, expMonth: 12, expYear: 2040, cvc: '123', name: 'Grace' },
    savesFor: '',
    mandate: '',
  };
}
