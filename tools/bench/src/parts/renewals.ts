import { setTimeout as sleep } from 'node:timers/promises';
import { residentMbOf } from '../cost/memory.ts';
import { STATEMENT_SETTINGS } from '../cost/postgres.ts';
import { sumByRows, watchCosts } from '../cost/watch-costs.ts';
import { openAccounts } from '../florin/open-accounts.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { openRenewals } from '../florin/subscribe-all.ts';
import { watchEvents } from '../florin/watch-events.ts';
import type { StatementCost } from '../results.ts';
import type { RowId } from '../rows.ts';
import type { Part } from './part.ts';

const ACCOUNTS = 1_000;
const SUBSCRIPTIONS = 10_000;
/** The baseline for memory. */
const FEW = 100;
/** All are renewed once before: after a month of operation, no renewal is the first one. */
const WARM_SECONDS_MAX = 30;
const POLL_MS = 100;
const POLLS_PER_MEMORY = 5;

/** Services whose cost has its own row; the others share one. */
const ROWS: Readonly<Record<string, RowId>> = {
  'billing-1': 'renewal-billing',
  'ledger-1': 'renewal-ledger',
  'webhooks-1': 'renewal-webhooks',
  'postgres:billing': 'renewal-postgres-billing',
  'postgres:ledger': 'renewal-postgres-ledger',
  'postgres:webhooks': 'renewal-postgres-webhooks',
};

/** Rate and memory of charging subscriptions that are all due at once. */
export const renewalsPart: Part = {
  stepsPerRound: 1,
  postgresSettings: STATEMENT_SETTINGS,
  async open(world) {
    const { seconds, signal, say, step } = world;
    const florin = await startFlorin(world);
    const accounts = await openAccounts(florin, ACCOUNTS);
    const clients = await accounts.renewTokens(florin.gatewayPort);
    const renewals = await openRenewals(florin, clients, SUBSCRIPTIONS);
    const { pid } = florin.processes.get('billing-1');
    const events = await watchEvents(florin.databaseUrl);
    const costs = await watchCosts(florin);
    let statements: readonly StatementCost[] = [];
    // Measured first, since a process releases little memory.
    const few = await renew(FEW, seconds);
    say('warming up');
    await renew(SUBSCRIPTIONS, WARM_SECONDS_MAX);
    await renewals.noteSizes();

    async function renew(count: number, secondsMax: number) {
      const paidBefore = await renewals.countPaid();
      await renewals.makeDue(count);
      const startedAt = performance.now();
      const passed = () => (performance.now() - startedAt) / 1_000;
      let memory = await residentMbOf(pid);
      for (let polls = 1; passed() < secondsMax && (await renewals.isAnyDue()); polls += 1) {
        await sleep(POLL_MS, undefined, { signal });
        if (polls % POLLS_PER_MEMORY === 0) memory = Math.max(memory, await residentMbOf(pid));
      }
      const paid = (await renewals.countPaid()) - paidBefore;
      const perSecond = paid / passed();
      memory = Math.max(memory, await residentMbOf(pid));
      await renewals.retryLater(signal);
      await events.untilDone(signal);
      return { perSecond, memory, paid: (await renewals.countPaid()) - paidBefore };
    }

    return {
      versions: { nats: florin.natsVersion },
      statements: () => statements,
      async measure() {
        step(`${SUBSCRIPTIONS} due renewals`);
        await costs.begin();
        const all = await renew(SUBSCRIPTIONS, seconds);
        const used = await costs.end(all.paid);
        statements = await costs.statements(all.paid);
        return {
          ...sumByRows(used, (name) => [ROWS[name] ?? 'renewal-others', 'renewal-cost']),
          renewals: { value: all.perSecond },
          'renewals-memory': { value: all.memory },
          'renewals-memory-few': { value: few.memory },
        };
      },
      async close() {
        await costs.close();
        await events.close();
        await renewals.close();
        await florin.stop();
      },
    };
  },
};
