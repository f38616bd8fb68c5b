import { setTimeout as sleep } from 'node:timers/promises';
import { parsePublicId, type Uuid } from '@florin/contracts';
import { Client as Postgres } from 'pg';
import type { Client } from '../http/requests.ts';
import { post } from './post.ts';
import type { Florin } from './start-florin.ts';

/** A subscription inserted directly into the tables. */
export interface Copied {
  readonly id: Uuid;
  readonly payerId: Uuid;
}

export interface Renewals {
  /** Ends the current period of this number of subscriptions now, or one by one over some time. */
  makeDue(count: number, overSeconds?: number): Promise<void>;
  /** All except the first. */
  list(): Promise<readonly Copied[]>;
  isAnyDue(): Promise<boolean>;
  /** Postpones the rest, and waits for charges in flight. */
  retryLater(signal: AbortSignal): Promise<void>;
  /** Updates Postgres's table statistics, which autovacuum would do within minutes. */
  noteSizes(): Promise<void>;
  /** Number of invoices ever paid. */
  countPaid(): Promise<number>;
  close(): Promise<void>;
}

/** The same subscription for other accounts: only ids differ. */
const COPY = `
  insert into billing.subscriptions
         (id, version, seller_id, payer_account_id, status, plan_id, is_charging, state,
          history_length, created_at, updated_at)
  select new.id, s.version, s.seller_id, new.payer, s.status, s.plan_id, false,
         (s.state::jsonb || jsonb_build_object('id', new.id, 'payerAccountId', new.payer,
                                              'customerReference', new.reference))::text,
         s.history_length, s.created_at, s.updated_at
    from billing.subscriptions s,
         (select gen_random_uuid() as id, ($2::uuid[])[1 + place % cardinality($2)] as payer,
                 ($3::text[])[1 + place % cardinality($2)] as reference
            from generate_series(1, $4::int) place) new
   where s.id = $1`;

/** The copied subscription has no due time. */
const MAKE_DUE = `
  update billing.subscriptions s
     set due_at = due.at, leased_until = '-infinity',
         state = (s.state::jsonb || jsonb_build_object(
                    'anchorAt', due.ms, 'nextIndex', 0, 'periodEndAt', due.ms))::text
    from (select id, at, (extract(epoch from at) * 1000)::bigint as ms
            from (select id, date_trunc('second', statement_timestamp()
                               + (row_number() over () - 1) * ($3::float8 / $2) * interval '1 second')
                    from billing.subscriptions where id <> $1 limit $2) t (id, at)) due
   where s.id = due.id`;

const LIST = `
  select id, payer_account_id as "payerId" from billing.subscriptions where id <> $1`;
/** Except those that billing has leased, in a consistent lock order. */
const PUT_OFF = `
  update billing.subscriptions set due_at = null
   where id in (select id from billing.subscriptions
                 where due_at <= clock_timestamp() and not is_charging for update skip locked)`;
/** Uses an index: it runs often during the measurement. */
const IS_ANY_DUE =
  'select exists (select from billing.subscriptions where due_at <= statement_timestamp())';
const BUSY = 'is_charging or due_at <= clock_timestamp() or leased_until > clock_timestamp()';
const POLL_MS = 100;

/** Subscriptions of these accounts, inserted directly except for the first. */
export async function openRenewals(
  { databaseUrl, gatewayPort: port }: Pick<Florin, 'databaseUrl' | 'gatewayPort'>,
  clients: readonly Client[],
  count: number,
): Promise<Renewals> {
  const [first] = clients;
  if (!first) throw new Error('there is no account');
  const body = { customer_id: first.accountId, plan: 'basic' };
  const { id } = await post({ port, path: '/v1/subscriptions', token: first.token, body });
  const template = parsePublicId('subscription', String(id));
  const references = clients.map(({ accountId }) => accountId);
  const payers = references.map((id): Uuid => parsePublicId('account', id) ?? '');

  const postgres = new Postgres({ connectionString: databaseUrl });
  await postgres.connect();
  await postgres.query(COPY, [template, payers, references, count]);
  const noteSizes = async () => {
    await postgres.query('analyze');
  };
  await noteSizes();
  const countRows = async (what: string) => {
    const { rows } = await postgres.query<{ count: number }>(`select count(*)::int ${what}`);
    return rows[0]?.count ?? 0;
  };
  return {
    async makeDue(count, overSeconds = 0) {
      await postgres.query(MAKE_DUE, [template, count, overSeconds]);
    },
    async list() {
      const { rows } = await postgres.query<Copied>(LIST, [template]);
      return rows;
    },
    async isAnyDue() {
      const { rows } = await postgres.query<{ exists: boolean }>(IS_ANY_DUE);
      return rows[0]?.exists ?? false;
    },
    async retryLater(signal) {
      // A subscription that is being written may be due again after this.
      do {
        await postgres.query(PUT_OFF);
        await sleep(POLL_MS, undefined, { signal });
      } while ((await countRows(`from billing.subscriptions where ${BUSY}`)) > 0);
    },
    noteSizes,
    countPaid: () => countRows(`from billing.invoices where status = 'paid'`),
    close: () => postgres.end(),
  };
}
