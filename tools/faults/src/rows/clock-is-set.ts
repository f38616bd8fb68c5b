import { setTimeout as pause } from 'node:timers/promises';
import { parsePublicId } from '@florin/contracts';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { openHolders } from './money.ts';
import { inTurns, mustAs, subscription } from './subscriptions.ts';

const DAY_SECONDS = 86_400;
const TRIAL_DAYS = 4;
/** Days until a sent invoice is overdue. */
const SENT_DUE_DAYS = 3;
/** Seconds until the first one is due. */
const FIRST_SECONDS = 5;
const LOOK_MS = 100;
const ENDED_MS_MAX = 90_000;

export const clockIsSet: LiveRow = {
  id: 'F19',
  fault:
    'The clock of one of 2 billing processes runs 5 minutes fast and is then set back by an hour, while trials end and invoices become overdue',
  holds:
    'Nothing is billed twice, and nothing is billed or past due early by the clock of the database',
  control: 'billing that uses the clock of its process',
  isIdle: true,
  figures: ['billed early', 'past due early', 'billed twice'],
  broken: variant({
    app: 'billing',
    module: () => import('../../../../apps/billing/src/sql-now.ts'),
    by: () => import('../broken/billing/own-time.ts'),
  }),
  florin: {
    replicas: { billing: 2 },
    variants: [
      variant({
        app: 'billing',
        module: () => import('../../../../apps/billing/src/main.ts'),
        by: () => import('../broken/billing/clock-is-set.ts'),
      }),
    ],
  },

  async run(run) {
    const count = run.count({ short: 20, full: 400 });
    const spanSeconds = run.count({ short: 8, full: 20 });
    const ids = await subscribeAll(run, count);
    await bringNear(run, ids, spanSeconds);
    const violations = await watch(run, ids, spanSeconds);
    return { violations, details: [], of: `${count} trials and ${count} sent invoices` };
  },
};

/** As many trials with a funded balance as unpaid invoices. */
async function subscribeAll(run: LiveRun, count: number): Promise<readonly string[]> {
  const [holder] = await openHolders(run, 1, count * 1_000);
  if (!holder) throw new Error('there is no account');
  const ids: string[] = [];
  await inTurns(count, 8, async (turn) => {
    const trial = subscription(holder.accountId, { trial_period_days: TRIAL_DAYS });
    const sent = subscription(holder.accountId, { customer_id: `customer ${turn}` });
    for (const request of [trial, sent]) {
      const { id } = await mustAs(run, holder, request);
      ids.push(parsePublicId('subscription', id) ?? '');
    }
  });
  return ids;
}

/** Moves the subscriptions back in time, so that events of days come within seconds, one by one. */
async function bringNear(
  { florin }: LiveRun,
  ids: readonly string[],
  spanSeconds: number,
): Promise<void> {
  const moved = [
    'createdAt',
    'anchorAt',
    'periodStartAt',
    'periodEndAt',
    'trialStartAt',
    'trialEndAt',
  ];
  const rest = spanSeconds / ids.length;
  await florin.sql(
    `update billing.subscriptions s
        set due_at = s.due_at - ms * interval '1 millisecond',
            state = (s.state::jsonb
              || (select coalesce(jsonb_object_agg(key, value::text::bigint - ms), '{}')
                    from jsonb_each(s.state::jsonb)
                   where key = any($2) and value <> 'null')
              || jsonb_build_object('openInvoices',
                   (select coalesce(jsonb_agg(each || jsonb_build_object(
                             'dueAt', (each ->> 'dueAt')::bigint - ms)), '[]')
                      from jsonb_array_elements(s.state::jsonb -> 'openInvoices') each)))::text
       from (select id, place,
                    (1000 * (case when status = 'trialing' then $3::int else $4::int end
                             - $5::float8 - place * $6::float8))::bigint as ms
               from billing.subscriptions join unnest($1::uuid[]) with ordinality as a (id, place)
                    using (id)) near
      where s.id = near.id`,
    [ids, moved, TRIAL_DAYS * DAY_SECONDS, SENT_DUE_DAYS * DAY_SECONDS, FIRST_SECONDS, rest],
  );
}

interface Seen {
  readonly billedEarly: number;
  readonly pastDueEarly: number;
  readonly left: number;
}

/** Observes while the clock is set; only the database's time counts. */
async function watch({ florin, progress }: LiveRun, ids: readonly string[], spanSeconds: number) {
  const [victim] = florin.processes.of('billing');
  if (!victim) throw new Error('no billing runs');
  const startedAt = performance.now();
  let steps = 0;
  let billedEarly = 0;
  let pastDueEarly = 0;
  for (;;) {
    const seconds = (performance.now() - startedAt) / 1_000;
    if (steps < (seconds > FIRST_SECONDS + spanSeconds / 2 ? 2 : 1)) {
      process.kill(victim.pid, 'SIGUSR2');
      steps += 1;
    }
    const seen = await look(florin, ids);
    billedEarly = Math.max(billedEarly, seen.billedEarly);
    pastDueEarly = Math.max(pastDueEarly, seen.pastDueEarly);
    progress(ids.length - seen.left, ids.length);
    const isOver = performance.now() - startedAt > ENDED_MS_MAX;
    if ((seen.left === 0 && steps === 2) || isOver)
      return {
        'billed early': billedEarly,
        'past due early': pastDueEarly,
        'billed twice': await countTwice(florin, ids),
        'not done in time': seen.left,
      };
    await pause(LOOK_MS);
  }
}

/** State times are whole seconds, which may have just passed: hence the extra second. */
async function look({ sql }: LiveRun['florin'], ids: readonly string[]): Promise<Seen> {
  const [seen] = await sql<Seen>(
    `with now as (select extract(epoch from clock_timestamp()) * 1000 + 1000 as ms)
     select count(*) filter (where s.payer_account_id is not null
              and exists (select from billing.invoices i
                           where i.subscription_id = s.id
                             and (i.lines::jsonb -> 0 ->> 'startAt')::bigint > ms))::int as "billedEarly",
            count(*) filter (where s.status = 'past_due'
              and (s.state::jsonb -> 'openInvoices' -> 0 ->> 'dueAt')::bigint > ms)::int as "pastDueEarly",
            count(*) filter (where s.status <> case when s.payer_account_id is null
                                                    then 'past_due' else 'active' end)::int as left
       from billing.subscriptions s, now where s.id = any($1)`,
    [ids],
  );
  return seen ?? { billedEarly: 0, pastDueEarly: 0, left: ids.length };
}

/** Invoices for which the ledger moved money more than once. */
async function countTwice({ sql }: LiveRun['florin'], ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ twice: number }>(
    `select count(*)::int as twice from (
       select reference from ledger.transactions
        where account_id in (select payer_account_id from billing.subscriptions where id = any($1))
          and type = 'payment' group by reference having count(*) > 1) more`,
    [ids],
  );
  return row?.twice ?? 0;
}
