import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '../florin/open-accounts.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { openRenewals } from '../florin/subscribe-all.ts';
import type { Part } from './part.ts';

const ACCOUNTS = 1_000;
const SUBSCRIPTIONS = 10_000;
const POLL_MS = 100;

/** Subscriptions that have all become due, charged to the last one. */
export const renewalsPart: Part = {
  stepsPerRound: 1,
  async open(world) {
    const { signal, step } = world;
    const florin = await startFlorin(world);
    const accounts = await openAccounts(florin, ACCOUNTS);
    const clients = await accounts.renewTokens(florin.gatewayPort);
    const renewals = await openRenewals(florin, clients, SUBSCRIPTIONS);
    return {
      versions: { nats: florin.natsVersion },
      async measure() {
        step(`${SUBSCRIPTIONS} renewals`);
        const paidBefore = await renewals.countPaid();
        await renewals.makeDue();
        const startedAt = performance.now();
        while ((await renewals.countDue()) > 0) await sleep(POLL_MS, undefined, { signal });
        const seconds = (performance.now() - startedAt) / 1_000;
        const paid = (await renewals.countPaid()) - paidBefore;
        if (paid !== SUBSCRIPTIONS) throw new Error(`${paid} of ${SUBSCRIPTIONS} were paid`);
        return { renewals: { value: paid / seconds } };
      },
      async close() {
        await renewals.close();
        await florin.stop();
      },
    };
  },
};
