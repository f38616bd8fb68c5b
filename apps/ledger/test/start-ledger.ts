import { type Caller, newId, toPublicId, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { testService } from '@florin/service-testing';
import { type Answer, type CallOptions, natsUrl, peerAt, testKeys } from '@florin/testing';
import type { LedgerConfig } from '../src/config.ts';
import { ledgerService } from '../src/service.ts';
import { WRITER_LIMITS } from '../src/writer-limits.ts';
import { useGate } from './held-processors.ts';
import { createLedgerDatabase, type LedgerDatabase } from './ledger-database.ts';
import { startProcessors } from './processors-neighbour.ts';

export interface LedgerSettings
  extends Partial<
    Pick<
      LedgerConfig,
      | 'settlementDelayMs'
      | 'creditBy'
      | 'accountsAddresses'
      | 'billingAddresses'
      | 'staleAttemptMs'
      | 'writerLimits'
      | 'shardUrls'
    >
  > {
  /** Uses the database of another running ledger; the caller drops it. */
  readonly on?: LedgerDatabase;
  /**
   * Uses another NATS than the shared one, whose consumers also receive events of other ledgers.
   */
  readonly natsUrl?: string;
  /** Another URL of the database, for example through a relay. */
  readonly databaseUrl?: string;
  /** Lets customers pay; without it pages do not open. */
  readonly processors?: { readonly grpcAddress: string };
  /** Also starts the processors service, for this ledger alone. */
  readonly withProcessors?: boolean;
  /** Set if the module that calls processors is replaced: holds this ledger's calls. */
  readonly gate?: Parameters<typeof useGate>[0];
}

/** An account in a test; calls are made by its owner by default. */
export interface TestAccount {
  readonly id: Uuid;
  readonly publicId: string;
  readonly owner: Partial<Caller>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  create(body: object, idempotencyKey?: string): Promise<Answer>;
  /** Creates a payment that has succeeded. */
  settled(amount: number): Promise<string>;
  balance(): Promise<{ available: number; held: number; posted: number }>;
}

export type TestLedger = Awaited<ReturnType<typeof startLedger>>;

/** A ledger with its own database, called through its routes. */
export async function startLedger(settings: LedgerSettings = {}) {
  const database = settings.on ?? (await createLedgerDatabase());
  useGate(settings.gate);
  const own = settings.withProcessors ? await startProcessors() : undefined;
  const processors = settings.processors ?? own;
  const service = await testService(ledgerService, {
    database: { url: settings.databaseUrl ?? database.url, poolSizeMax: 8 },
    nats: { url: settings.natsUrl ?? natsUrl() },
    acceptKeys: testKeys('gateway', 'accounts', 'billing', 'processors', 'mail'),
    callKeys: testKeys('accounts', 'processors', 'billing'),
    accountsAddresses: settings.accountsAddresses ?? [],
    billingAddresses: settings.billingAddresses ?? [],
    settlementDelayMs: settings.settlementDelayMs ?? 60_000,
    creditBy: settings.creditBy ?? 'owner',
    processorsAddresses: [processors?.grpcAddress ?? '127.0.0.1:1'],
    publicUrl: 'https://florin.test',
    staleAttemptMs: settings.staleAttemptMs ?? 4_000,
    writerLimits: settings.writerLimits ?? WRITER_LIMITS,
    shardUrls: settings.shardUrls ?? [],
  });
  const { call, logged } = service;
  const client = makeClient(grpcServices.balances, peerAt('accounts', 'ledger', service.grpcPort));

  return {
    ...service,
    client,
    database,
    superuser: database.superuser,
    /** The complete log as written. */
    log: () => service.logLines.join(''),
    /** Logged errors. */
    errors: () => logged().filter(({ level }) => level >= 50),
    async openAccount({ credit = 0, currency = 'USD' } = {}): Promise<TestAccount> {
      const id = newId();
      await client.openBalance(
        { accountId: id, currency },
        { requestId: 'test', timeoutMs: 5_000 },
      );
      const account = useAccount(call, id, currency);
      if (credit > 0) await account.create({ type: 'credit', amount: credit });
      return account;
    },
    async stop() {
      client.close();
      await service.stop();
      await own?.stop();
      if (!settings.on) await database.drop();
    },
  };
}

/** The routes of one ledger for the owner of an account that was opened through any. */
export function useAccount(
  callLedger: TestLedger['call'],
  id: Uuid,
  currency = 'USD',
): TestAccount {
  const publicId = toPublicId('account', id);
  const owner = { userId: newId(), accountId: id, role: 'owner' } as const;
  const call = (method: string, path: string, options: CallOptions = {}) =>
    callLedger(method, path, { caller: owner, ...options });
  const create = (body: object, idempotencyKey?: string) =>
    call('POST', '/v1/transactions', {
      body: { account_id: publicId, currency, ...body },
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  return {
    id,
    publicId,
    owner,
    call,
    create,
    async settled(amount) {
      const { body } = await create({ type: 'payment', amount });
      const taken = await call('POST', `/v1/transactions/${body.id}/capture`);
      if (taken.status !== 200) throw new Error(`not captured: ${JSON.stringify(taken.body)}`);
      return body.id;
    },
    async balance() {
      const { available, held, posted } = (await call('GET', '/v1/account/balance')).body;
      return { available, held, posted };
    },
  };
}
