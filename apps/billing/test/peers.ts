import { rpcDouble } from '@florin/contract-tests';
import { AppError, newAccountId, newId, type Uuid } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { serveGrpc } from '@florin/grpc';
import { testKeys } from '@florin/testing';
import { Pool } from 'pg';
import { type ChargeFields, chargeOnce } from './peer-charges.ts';
import { historyDouble } from './peer-history.ts';
import { processorsDouble, processorsTables } from './peer-processors.ts';

/** An account in the fake accounts service. */
export interface PeerAccount {
  readonly id: Uuid;
  readonly currency: string;
  readonly timezone: string;
}

/** A payment request that billing created. */
export interface PaymentRequestRow {
  readonly payment_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly email: string;
  readonly reference: string;
  readonly metadata: Record<string, string>;
  readonly status: string;
  /** Terms that its payer accepts; null if there are none. */
  readonly consent: object | null;
}

/**
 * Fakes of the services that billing calls: real gRPC servers with their own tables. The ledger's
 * keeps the promises of `charges.proto`: once per key, refusals not stored.
 */
export async function startPeers(adminUrl: string) {
  const pool = new Pool({ connectionString: adminUrl, max: 4 });
  await pool.query(`
    create schema peers;
    create table peers.accounts (id uuid primary key, currency text not null,
      timezone text not null, status text not null default 'active',
      is_platform boolean not null default false, available bigint not null default 0);
    create table peers.charges (key text primary key, transaction_id uuid not null,
      account_id uuid not null, amount bigint not null, currency text not null,
      reference text not null, at timestamptz not null default clock_timestamp());
    create table peers.payment_requests (key text primary key, payment_id uuid not null unique,
      account_id uuid not null, amount bigint not null, currency text not null,
      email text not null, reference text not null, metadata jsonb not null,
      expires_at text not null, saves_for text not null,
      consent jsonb, status text not null default 'pending');
    ${processorsTables}`);
  const faults = {
    isUnavailable: false,
    /** Awaited by each call to the ledger, before it takes effect. */
    onCall: async (): Promise<void> => {},
    /** Number of responses about saved cards to lose after they took effect. */
    lostAnswers: 0,
    broken: new Set<string>(),
    refuses: new Set<string>(),
  };
  const platform = await openAccount({ isPlatform: true });
  const server = await serveGrpc(
    { host: '127.0.0.1', port: 0, acceptKeys: testKeys('billing') },
    [accountsService(), chargesService(), processorsDouble(pool), historyDouble()],
    (error) => {
      throw error;
    },
  );

  async function openAccount({
    currency = 'USD',
    timezone = 'UTC',
    available = 0,
    isPlatform = false,
    isLive = false,
  } = {}): Promise<PeerAccount> {
    const id = newAccountId(isLive);
    await pool.query('insert into peers.accounts values ($1, $2, $3, $4, $5, $6)', [
      id,
      currency,
      timezone,
      'active',
      isPlatform,
      available,
    ]);
    return { id, currency, timezone };
  }

  function accountsService() {
    const find = async (where: string, values: unknown[]) => {
      const { rows } = await pool.query(`select * from peers.accounts where ${where}`, values);
      const [row] = rows;
      if (!row) throw new AppError('not_found', 'there is no account with this id');
      return {
        accountId: row.id,
        name: 'Ada',
        email: 'ada@example.com',
        status: row.status,
        currency: row.currency,
        timezone: row.timezone,
        language: 'en',
        isPlatform: row.is_platform,
      };
    };
    return rpcDouble(grpcServices.accounts.service, {
      GetAccount: ({ accountId }) => find('id = $1', [accountId]),
      GetPlatformAccount: () => find('is_platform', []),
    });
  }

  function chargesService() {
    return rpcDouble(grpcServices.charges.service, {
      Charge: (request) => answer(request, charge),
      ChargeAll: async ({ charges }) => ({ outcomes: await Promise.all(charges.map(outcomeOf)) }),
      RequestPayment: (request) => answer(request, requestPayment),
      ChargeSavedCard: (request) => answer(request, chargeSavedCard),
      CancelPaymentRequest: (request) => answer(request, cancel),
    });
  }

  async function answer<Request extends { accountId: string }, Result>(
    request: Request,
    work: (request: Request) => Promise<Result>,
  ): Promise<Result> {
    if (faults.broken.has(request.accountId)) throw new AppError('forbidden', 'it is broken');
    if (faults.refuses.has(request.accountId))
      throw new AppError('not_found', 'this account is closed');
    if (faults.isUnavailable) throw new AppError('unavailable', 'the ledger is away');
    await faults.onCall();
    return work(request);
  }

  const charge = (request: ChargeFields) => chargeOnce(pool, request);

  async function outcomeOf(request: ChargeFields) {
    try {
      return await answer(request, charge);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { error: error.code, message: error.message };
    }
  }

  async function requestPayment(request: PaymentFields) {
    const { rows } = await pool.query(
      `insert into peers.payment_requests values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (key) do update set key = excluded.key returning payment_id, status, expires_at`,
      [
        request.key,
        newId(),
        request.accountId,
        request.amount,
        request.currency,
        request.customerEmail,
        request.reference,
        request.metadata,
        request.expiresAt,
        request.savesFor,
        request.consent,
      ],
    );
    const { payment_id: paymentId, status, expires_at: expiresAt } = rows[0];
    return { paymentId, paymentUrl: `http://127.0.0.1:8080/pay/${paymentId}`, status, expiresAt };
  }

  /** A decline leaves the request open; a paid one stays paid for every caller. */
  async function chargeSavedCard(request: PaymentFields) {
    const { rows: cards } = await pool.query(
      'select * from peers.saved_cards where saves_for = $1 and not disputed',
      [request.savesFor],
    );
    if (!cards[0]) throw new AppError('not_found', 'the customer has no saved card');
    const made = await requestPayment(request);
    const { rows } = await pool.query(
      `update peers.payment_requests set status = 'succeeded'
        where payment_id = $1 and (status = 'succeeded' or (status = 'pending' and not $2))
        returning payment_id`,
      [made.paymentId, cards[0].declines],
    );
    const isPaid = rows.length > 0;
    if (faults.lostAnswers > 0) {
      faults.lostAnswers -= 1;
      throw new AppError('unavailable', 'the answer is lost');
    }
    return {
      paymentId: made.paymentId,
      paymentUrl: isPaid || made.status !== 'pending' ? '' : made.paymentUrl,
      transactionId: isPaid ? made.paymentId : '',
      declineReason: isPaid ? '' : 'The card was declined.',
      declineCode: isPaid ? '' : 'insufficient_funds',
    };
  }

  async function cancel({ paymentId }: { paymentId: string }) {
    const { rows } = await pool.query(
      `update peers.payment_requests set status = 'canceled'
        where payment_id = $1 and status <> 'succeeded' returning 1`,
      [paymentId],
    );
    if (!rows[0]) throw new AppError('conflict', 'the payment request was paid');
    return {};
  }

  return {
    grpcAddress: `127.0.0.1:${server.port}`,
    platform,
    /** Makes the ledger unreachable or slow, or fail for some accounts. */
    faults,
    openAccount,
    credit: (accountId: Uuid, amount: number) =>
      pool.query('update peers.accounts set available = available + $2 where id = $1', [
        accountId,
        amount,
      ]),
    /** All charges of an account, oldest first. */
    async chargesOf(accountId: Uuid): Promise<{ key: string; amount: number }[]> {
      const { rows } = await pool.query(
        'select key, amount::int from peers.charges where account_id = $1 order by at',
        [accountId],
      );
      return rows;
    },
    async balanceOf(accountId: Uuid): Promise<number> {
      const { rows } = await pool.query('select available::int from peers.accounts where id = $1', [
        accountId,
      ]);
      return rows[0].available;
    },
    async paymentRequestsOf(accountId: Uuid) {
      const { rows } = await pool.query<PaymentRequestRow>(
        `select payment_id, amount::int, currency, email, reference, metadata, status, consent
           from peers.payment_requests where account_id = $1 order by payment_id`,
        [accountId],
      );
      return rows;
    },
    /** Sets the card of a customer, by its public id. */
    saveCard: (savesFor: string, { declines }: { readonly declines: boolean }) =>
      pool.query(
        `insert into peers.saved_cards values ($1, $2, $3)
         on conflict (saves_for) do update set declines = excluded.declines`,
        [savesFor, declines, newId()],
      ),
    async methodOf(savesFor: string): Promise<Uuid> {
      const { rows } = await pool.query(
        'select method_id from peers.saved_cards where saves_for = $1',
        [savesFor],
      );
      return rows[0]?.method_id;
    },
    async stop() {
      await server.stop(1_000);
      await pool.end();
    },
  };
}

interface PaymentFields {
  readonly accountId: string;
  readonly amount: string;
  readonly currency: string;
  readonly key: string;
  readonly customerEmail: string;
  readonly reference: string;
  readonly metadata: string;
  readonly expiresAt: string;
  readonly savesFor: string;
  readonly consent: object | null;
}

export type Peers = Awaited<ReturnType<typeof startPeers>>;
