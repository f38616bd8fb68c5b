import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '../florin/open-accounts.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { openRenewals } from '../florin/subscribe-all.ts';
import type { Part } from './part.ts';

const ACCOUNTS = 1_000;
const SUBSCRIPTIONS = 10_000;
const POLL_MS = 100;

/** How fast subscriptions are charged that have all become due at once. */
export const renewalsPart: Part = {
  stepsPerRound: 1,
  async open(world) {
    const { seconds, signal, step } = world;
    const florin = await startFlorin(world);
    const accounts = await openAccounts(florin, ACCOUNTS);
    const clients = await accounts.renewTokens(florin.gatewayPort);
    const renewals = await openRenewals(florin, clients, SUBSCRIPTIONS);
    return {
      versions: { nats: florin.natsVersion },
      async measure() {
        step(`${SUBSCRIPTIONS} due renewals`);
        const paidBefore = await renewals.countPaid();
        await renewals.makeDue();
        const startedAt = performance.now();
        const passed = () => (performance.now() - startedAt) / 1_000;
        while (passed() < seconds && (await renewals.countDue()) > 0)
          await sleep(POLL_MS, undefined, { signal });
        const paid = (await renewals.countPaid()) - paidBefore;
        const value = paid / passed();
        await renewals.putOff(signal);
        return { renewals: { value } };
      },
      async close() {
        await renewals.close();
        await florin.stop();
      },
    };
  },
};
