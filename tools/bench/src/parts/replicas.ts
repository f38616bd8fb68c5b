import { openAccounts } from '../florin/open-accounts.ts';
import { type Florin, startFlorin } from '../florin/start-florin.ts';
import { warmUp } from '../florin/warm-up.ts';
import { watchEvents } from '../florin/watch-events.ts';
import { runHttpLoad } from '../http/load.ts';
import type { Client } from '../http/requests.ts';
import type { Part } from './part.ts';

const ACCOUNTS = 1_000;
const CONNECTIONS = 64;

/** The whole system with three ledgers and with one, alternately. */
export const replicasPart: Part = {
  stepsPerRound: 6,
  async open(world) {
    const { seed, seconds, signal, step } = world;
    const start = (ledgers: number) =>
      startFlorin({ ...world, given: { FLORIN_REPLICAS_LEDGER: String(ledgers) } });

    const first = await start(1);
    const accounts = await openAccountsOnly(first);
    const events = await watchEvents(first.databaseUrl);

    async function put(florin: Florin, clients: readonly Client[], run: string) {
      const requests = { kind: 'write', clients, run } as const;
      const load = await runHttpLoad(
        { port: florin.gatewayPort, connections: CONNECTIONS, seconds, seed, requests },
        signal,
      );
      await events.untilDone(signal);
      return load;
    }

    async function measureWith(ledgers: number, round: number) {
      const florin = await start(ledgers);
      try {
        step(`warming up ${ledgers} of the ledger`);
        await warmUp({ florin, accounts, events, seed, signal, run: `${ledgers}-${round}` });
        const clients = await accounts.renewTokens(florin.gatewayPort);
        step(`${ledgers} of the ledger, 1000 accounts`);
        const uniform = await put(florin, clients, `uniform-${ledgers}-${round}`);
        step(`${ledgers} of the ledger, one account`);
        const hot = await put(florin, clients.slice(0, 1), `hot-${ledgers}-${round}`);
        return { uniform, hot };
      } finally {
        await florin.stop();
      }
    }

    return {
      versions: { nats: first.natsVersion },
      async measure(round) {
        // Alternating order, so that neither always has the fuller tables.
        const counts = round % 2 === 1 ? [1, 3] : [3, 1];
        const loads = new Map<number, Awaited<ReturnType<typeof measureWith>>>();
        for (const count of counts) loads.set(count, await measureWith(count, round));
        const [one, three] = [loads.get(1), loads.get(3)];
        if (one === undefined || three === undefined) throw new Error('both were measured');
        return {
          'replicas-uniform': {
            value: three.uniform.perSecond / one.uniform.perSecond,
            load: three.uniform,
            against: [one.uniform],
          },
          'replicas-hot': {
            value: three.hot.perSecond / one.hot.perSecond,
            load: three.hot,
            against: [one.hot],
          },
        };
      },
      close: () => events.close(),
    };
  },
};

async function openAccountsOnly(florin: Florin) {
  try {
    return await openAccounts(florin, ACCOUNTS);
  } finally {
    await florin.stop();
  }
}
