import { setTimeout as sleep } from 'node:timers/promises';
import { parsePublicId, type Uuid } from '@florin/contracts';
import { Client as Postgres } from 'pg';
import type { Client } from '../http/requests.ts';
import { post } from './post.ts';
import type { Florin } from './start-florin.ts';

export interface Renewals {
  /** Lets the current period of so many subscriptions end now. */
  makeDue(count: number): Promise<void>;
  countDue(): Promise<number>;
  /** Leaves what is still due, and waits for the charges that have begun. */
  retryLater(signal: AbortSignal): Promise<void>;
  /** Invoices that were ever paid. */
  countPaid(): Promise<number>;
  close(): Promise<void>;
}

/** The same subscription for others: only who they are differs. */
const COPY = `
  insert into billing.subscriptions
         (id, version, seller_id, payer_account_id, status, plan_id, is_charging, state,
          history_length, created_at, updated_at)
  select new.id, s.version, s.seller_id, new.payer, s.status, s.plan_id, false,
         (s.state::jsonb || jsonb_build_object('id', new.id, 'payerAccountId', new.payer,
                                              'customerReference', new.payer))::text,
         s.history_length, s.created_at, s.updated_at
    from billing.subscriptions s,
         (select gen_random_uuid() as id, ($2::uuid[])[1 + place % cardinality($2::uuid[])] as payer
            from generate_series(1, $3::int) place) new
   where s.id = $1`;

/** What has no time at which it is due is the subscription that was copied. */
const MAKE_DUE = `
  update billing.subscriptions s
     set due_at = now.at, leased_until = '-infinity',
         state = (s.state::jsonb || jsonb_build_object(
                    'anchorAt', now.ms, 'nextIndex', 0, 'periodEndAt', now.ms))::text
    from (select at, (extract(epoch from at) * 1000)::bigint as ms
            from (select date_trunc('second', clock_timestamp())) t (at)) now
   where s.id in (select id from billing.subscriptions where id <> $1 limit $2)`;

const PUT_OFF = `
  update billing.subscriptions set due_at = null
   where due_at <= clock_timestamp() and not is_charging`;
const BUSY = 'is_charging or leased_until > clock_timestamp()';
const POLL_MS = 100;

/** Subscriptions of these accounts, made by rows but for the first. */
export async function openRenewals(
  { databaseUrl, gatewayPort: port }: Pick<Florin, 'databaseUrl' | 'gatewayPort'>,
  clients: readonly Client[],
  count: number,
): Promise<Renewals> {
  const [first] = clients;
  if (!first) throw new Error('there is no account');
  const body = { customer_id: first.accountId, plan: 'basic' };
  const { answer } = await post({ port, path: '/v1/subscriptions', token: first.token, body });
  const template = parsePublicId('subscription', String(answer.id));
  const payers = clients.map(({ accountId }): Uuid => parsePublicId('account', accountId) ?? '');

  const postgres = new Postgres({ connectionString: databaseUrl });
  await postgres.connect();
  await postgres.query(COPY, [template, payers, count]);
  await postgres.query('analyze');
  const countRows = async (what: string) => {
    const { rows } = await postgres.query<{ count: number }>(`select count(*)::int ${what}`);
    return rows[0]?.count ?? 0;
  };
  return {
    async makeDue(count) {
      await postgres.query(MAKE_DUE, [template, count]);
    },
    countDue: () => countRows('from billing.subscriptions where due_at <= clock_timestamp()'),
    async retryLater(signal) {
      // One that is being written may have become due again behind this.
      do {
        await postgres.query(PUT_OFF);
        await sleep(POLL_MS, undefined, { signal });
      } while ((await countRows(`from billing.subscriptions where ${BUSY}`)) > 0);
    },
    countPaid: () => countRows(`from billing.invoices where status = 'paid'`),
    close: () => postgres.end(),
  };
}
