import { setTimeout as pause } from 'node:timers/promises';
import { parsePublicId, toPublicId } from '@florin/contracts';
import { openClients } from '@florin/system-kit';
import type { Holder } from '../clients/people.ts';
import { variant } from '../florin/variants.ts';
import type { LiveRow, LiveRun } from '../row.ts';
import { openHolders } from './money.ts';
import { inTurns, mustAs, subscription } from './subscriptions.ts';

const PERIODS = 12;
const PRICE = 1_000;
/** Days that some months lack, before February of a leap year. */
const ANCHORS = ['2024-01-29', '2024-01-31'] as const;
const BILLINGS = 2;
const LANES = 8;
/** Short, so that the kills come before the work is done. */
const PAUSE_MS = 100;
/** All have had their twelfth renewal by then, and none the thirteenth. */
const END = '2025-02-01';
const ADVANCE_MS_MAX = 1_800_000;

export const clockedRenewals: LiveRow = {
  id: 'F18',
  fault: `Subscriptions go through ${PERIODS} renewals on a clock that ${BILLINGS} billing processes advance while they are killed repeatedly`,
  holds: 'Each period is invoiced and charged once, from month end to month end',
  control: 'billing that retries a charge under another key',
  isAlways: true,
  figures: ['missing', 'charged twice', 'wrong dates'],
  broken: variant({
    app: 'billing',
    module: () => import('../../../../apps/billing/src/collection/charges/collect.ts'),
    by: () => import('../broken/billing/charges-under-new-keys.ts'),
  }),
  florin: { replicas: { billing: BILLINGS } },

  async run(run) {
    const count = run.count({ short: 40, full: 500 });
    const killsMin = run.count({ short: 4, full: 20, control: 6 });
    const money = count * (PERIODS + 1) * PRICE;
    const [holder] = await openHolders(run, 1, money);
    if (!holder) throw new Error('there is no account');
    const clockId = await subscribeAll(run, holder, count);
    const kills = await advanceUnderKills(run, holder, clockId, killsMin);
    const violations = await judge(run, holder, clockId, count);
    const renewals = count * PERIODS;
    return { violations, details: [], of: `${renewals} renewals, ${kills} kills` };
  },
};

/** Half of them at each anchor. */
async function subscribeAll(run: LiveRun, holder: Holder, count: number): Promise<string> {
  const body = { frozen_time: ANCHORS[0] };
  const { id } = await mustAs(run, holder, { method: 'POST', path: '/v1/test_clocks', body });
  for (const [index, anchor] of ANCHORS.entries()) {
    const path = `/v1/test_clocks/${id}/advance`;
    await mustAs(run, holder, { method: 'POST', path, body: { frozen_time: anchor } });
    const half = index === 0 ? Math.ceil(count / 2) : Math.floor(count / 2);
    await inTurns(half, LANES, async () => {
      await mustAs(run, holder, subscription(holder.accountId, { test_clock_id: id }));
    });
  }
  return id;
}

/** Returns the number of killed processes. */
async function advanceUnderKills(
  { florin, folder, random, progress }: LiveRun,
  holder: Holder,
  clockId: string,
  killsMin: number,
): Promise<number> {
  const [client] = await openClients(florin.url, folder, 1);
  const path = `/v1/test_clocks/${clockId}/advance`;
  const request = { method: 'POST', path, body: { frozen_time: END }, key: 'a-year' };
  let refusal: string | undefined;
  // The answer may also be that the advance is still running; the clock shows its end.
  const asked = client?.send(holder, request).then((answer) => {
    if (answer && ![200, 409, 503].includes(answer.status))
      refusal = `the advance was answered ${answer.status} ${JSON.stringify(answer.body)}`;
  });
  const { processes, sql } = florin;
  const uuid = parsePublicId('testClock', clockId);
  const endsAt = performance.now() + ADVANCE_MS_MAX;
  let kills = 0;
  let paidAfterKill: number | undefined;
  for (;;) {
    const [clock] = await sql<{ isAdvancing: boolean; done: number; paid: number }>(
      `select target_at is not null as "isAdvancing",
              extract(epoch from now_at - $2::timestamptz)::float8
                / extract(epoch from $3::timestamptz - $2::timestamptz)::float8 as done,
              (select count(*)::int from billing.invoices where status = 'paid') as paid
         from billing.test_clocks where id = $1`,
      [uuid, ANCHORS[1], END],
    );
    if (!clock) throw new Error('the clock is gone');
    progress(Math.round(clock.done * 100), 100);
    if (!clock.isAdvancing && clock.done >= 1) break;
    if (refusal !== undefined) throw new Error(refusal);
    if (performance.now() > endsAt) throw new Error(`the advance had not ended: ${clock.done}`);
    paidAfterKill ??= clock.paid;
    // Kill only a process that has started the work.
    if (kills < killsMin && clock.paid > paidAfterKill) {
      await processes.untilUp('billing', BILLINGS);
      await pause(PAUSE_MS + random.below(2 * PAUSE_MS));
      // When both are killed, the one that advances the clock is certainly among them.
      const alive = processes.of('billing');
      processes.kill(kills % 2 === 0 ? alive : [random.pick(alive)]);
      kills += 1;
      paidAfterKill = undefined;
    } else await pause(PAUSE_MS);
  }
  await asked;
  await client?.close();
  return kills;
}

interface Period {
  readonly id: string;
  readonly subscriptionId: string;
  readonly cause: string;
  readonly status: string;
  readonly anchorMs: number;
  readonly startsMs: number;
}

/** Checks the tables of billing and the ledger against this row's own calendar. */
async function judge({ florin }: LiveRun, holder: Holder, clockId: string, count: number) {
  const periods = await florin.sql<Period>(
    `select i.id, i.subscription_id as "subscriptionId", i.cause, i.status,
            (extract(epoch from s.created_at) * 1000)::float8 as "anchorMs",
            (i.lines::jsonb -> 0 ->> 'startAt')::float8 as "startsMs"
       from billing.invoices i join billing.subscriptions s on s.id = i.subscription_id
      where s.test_clock_id = $1`,
    [parsePublicId('testClock', clockId)],
  );
  const charges = await florin.sql<{ reference: string; times: bigint }>(
    `select reference, count(*) as times from ledger.transactions
      where account_id = $1 and type = 'payment' group by reference`,
    [parsePublicId('account', holder.accountId)],
  );
  const times = new Map(charges.map((charge) => [charge.reference, Number(charge.times)]));
  const timesOf = ({ id }: Period) => times.get(toPublicId('invoice', id)) ?? 0;
  const isRight = ({ cause, anchorMs, startsMs }: Period) =>
    startsMs === monthsAfter(anchorMs, Number(cause.split(':')[1]));
  const billed = new Set(
    periods
      .filter((period) => period.status === 'paid' && timesOf(period) > 0)
      .map(({ subscriptionId, cause }) => `${subscriptionId} ${cause}`),
  );
  const all = count * (PERIODS + 1);
  return {
    missing: all - billed.size,
    'invoiced twice':
      periods.length - new Set(periods.map((each) => each.startsMs + each.subscriptionId)).size,
    'charged twice': charges.reduce((sum, charge) => sum + Number(charge.times) - 1, 0),
    'too many': Math.max(0, periods.length - all),
    'wrong dates': periods.filter((period) => !isRight(period)).length,
  };
}

/** The same day, or the month's last day if it is shorter. */
function monthsAfter(anchorMs: number, months: number): number {
  const anchor = new Date(anchorMs);
  const day = (month: number, date: number) =>
    Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth() + month, date);
  const lastDate = new Date(day(months + 1, 0)).getUTCDate();
  return day(months, Math.min(anchor.getUTCDate(), lastDate));
}
