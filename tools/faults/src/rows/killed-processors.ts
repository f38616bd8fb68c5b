import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../auditor/audit.ts';
import { variant } from '../florin/variants.ts';
import { isAlive } from '../is-alive.ts';
import type { LiveRow } from '../row.ts';
import { openHolders } from './money.ts';

const operations = () => import('../../../../apps/processors/src/charges/operations.ts');
const FORM = { card_number: '4242424242424242', expiry: '12/40', cvc: '123', name: 'Grace' };
/** Kills the process that orders it, see `deadly-orders.ts`. */
const DEADLY_AMOUNT = 1_013;
const TRIES_MAX = 10;
const DIES_WITHIN_MS = 2_000;
const PATIENCE_MS = 30_000;
/** A broken Florin shows itself by what it has not done in this time. */
const CONTROL_PATIENCE_MS = 10_000;

export const killedProcessors: LiveRow = {
  id: 'F36',
  fault: 'processors is killed (SIGKILL) when a processor has taken money, before that is stored',
  holds: 'Another process asks for the outcome: taken once and credited once',
  control: 'processors trusts its own tables and never asks the processor',
  figures: ['taken twice', 'not credited', 'credited twice'],
  broken: variant({
    app: 'processors',
    module: operations,
    by: () => import('../broken/processors/dies-and-never-asks.ts'),
  }),
  florin: {
    variants: [
      variant({
        app: 'processors',
        module: operations,
        by: () => import('../broken/processors/dies-before-it-knows.ts'),
      }),
    ],
  },

  async run(run) {
    const { florin, people, isControl } = run;
    const { processes, sql } = florin;
    const deaths = run.count({ short: 2, full: 20, control: 1 });
    const [holder] = await openHolders(run, 1, 0);
    if (!holder) throw new Error('no account was opened');
    const count = async () => {
      const [row] = await sql<{ charges: bigint; credits: bigint }>(
        `select (select count(*) from processors.test_charges where captured is not null) as charges,
                (select count(*) from ledger.transactions
                  where type = 'credit' and amount = ${DEADLY_AMOUNT}) as credits`,
      );
      return { charges: Number(row?.charges ?? 0n), credits: Number(row?.credits ?? 0n) };
    };
    const before = await count();
    let died = 0;
    // The ledger may not have found a live process yet: then no order is sent, and no process dies.
    for (let tries = 0; died < deaths && tries < deaths * TRIES_MAX; tries += 1) {
      const { payment_url } = await people.must(async () => ({
        method: 'POST',
        path: '/v1/payments',
        body: {
          account_id: holder.accountId,
          amount: DEADLY_AMOUNT,
          currency: 'USD',
          customer_email: 'grace@example.com',
        },
        token: await holder.token(),
      }));
      const living = processes.of('processors');
      const page = florin.url + new URL(payment_url).pathname;
      const body = new URLSearchParams(FORM);
      await fetch(page, { method: 'POST', body, redirect: 'manual' });
      if (!(await hasDied(living))) continue;
      await processes.untilUp('processors', 1, living);
      died += 1;
      run.progress(died, deaths);
    }
    const end = performance.now() + (isControl ? CONTROL_PATIENCE_MS : PATIENCE_MS);
    while ((await count()).credits - before.credits < died && performance.now() < end)
      await pause(100);
    const after = await count();
    const charges = after.charges - before.charges;
    const credits = after.credits - before.credits;
    const { violations, details } = await audit(run);
    return {
      violations: {
        ...violations,
        'taken twice': Math.max(0, charges - died),
        'not credited': Math.max(0, died - credits),
        'credited twice': Math.max(0, credits - died),
      },
      details,
      of: `${died} deaths`,
    };
  },
};

/** Whether one of them ends within a short time. */
export async function hasDied(living: readonly { readonly pid: number }[]): Promise<boolean> {
  const end = performance.now() + DIES_WITHIN_MS;
  while (performance.now() < end) {
    if (!living.every(({ pid }) => isAlive(pid))) return true;
    await pause(20);
  }
  return false;
}
