import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '../florin/open-accounts.ts';
import { readMemory } from '../florin/read-metrics.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { openRenewals } from '../florin/subscribe-all.ts';
import type { Part } from './part.ts';

const ACCOUNTS = 1_000;
const SUBSCRIPTIONS = 10_000;
/** What memory with all of them is compared with. */
const FEW = 100;
/** All are renewed once before: in a Florin that has run for a month none is for the first time. */
const WARM_SECONDS_MAX = 30;
const POLL_MS = 100;
const POLLS_PER_MEMORY = 5;

/** How fast subscriptions are charged that have all become due at once, and in how much memory. */
export const renewalsPart: Part = {
  stepsPerRound: 1,
  async open(world) {
    const { seconds, signal, say, step } = world;
    const florin = await startFlorin(world);
    const accounts = await openAccounts(florin, ACCOUNTS);
    const clients = await accounts.renewTokens(florin.gatewayPort);
    const renewals = await openRenewals(florin, clients, SUBSCRIPTIONS);
    const billing = {
      port: florin.portOf('billing-1'),
      token: florin.secrets.metricsToken,
    };
    // Before all others: a process gives little memory back.
    const few = await renew(FEW, seconds);
    say('warming up');
    await renew(SUBSCRIPTIONS, WARM_SECONDS_MAX);
    await renewals.noteSizes();

    async function renew(count: number, secondsMax: number) {
      const paidBefore = await renewals.countPaid();
      await renewals.makeDue(count);
      const startedAt = performance.now();
      const passed = () => (performance.now() - startedAt) / 1_000;
      let memory = await readMemory(billing);
      for (let polls = 1; passed() < secondsMax && (await renewals.countDue()) > 0; polls += 1) {
        await sleep(POLL_MS, undefined, { signal });
        if (polls % POLLS_PER_MEMORY === 0) memory = Math.max(memory, await readMemory(billing));
      }
      const paid = (await renewals.countPaid()) - paidBefore;
      const perSecond = paid / passed();
      memory = Math.max(memory, await readMemory(billing));
      await renewals.retryLater(signal);
      return { perSecond, memory };
    }

    return {
      versions: { nats: florin.natsVersion },
      async measure() {
        step(`${SUBSCRIPTIONS} due renewals`);
        const all = await renew(SUBSCRIPTIONS, seconds);
        return {
          renewals: { value: all.perSecond },
          'renewals-memory': { value: all.memory },
          'renewals-memory-few': { value: few.memory },
        };
      },
      async close() {
        await renewals.close();
        await florin.stop();
      },
    };
  },
};
