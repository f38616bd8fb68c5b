import { openAccounts } from '../florin/open-accounts.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { warmUp } from '../florin/warm-up.ts';
import { watchEvents } from '../florin/watch-events.ts';
import { runHttpLoad } from '../http/load.ts';
import type { Client } from '../http/requests.ts';
import type { Part } from './part.ts';

const ACCOUNTS = 1_000;

/** Transactions through the whole system. */
export const loadPart: Part = {
  stepsPerRound: 3,
  async open(world) {
    const { seed, seconds, signal, step, say } = world;
    const florin = await startFlorin(world);
    const accounts = await openAccounts(florin, ACCOUNTS);
    const events = await watchEvents(florin.databaseUrl);
    say('warming up');
    await warmUp({ florin, accounts, events, seed, signal, run: 'load' });

    async function measure(
      what: string,
      connections: number,
      clients: readonly Client[],
      run: string,
    ) {
      step(what);
      const since = await events.now();
      const load = await runHttpLoad(
        {
          port: florin.gatewayPort,
          connections,
          seconds,
          seed,
          requests: { kind: 'write', clients, run },
        },
        signal,
      );
      const until = await events.now();
      const backlogSeconds = await events.untilDone(signal);
      return { load, backlogSeconds, lagMs: await events.lagOf(since, until) };
    }

    return {
      versions: { nats: florin.natsVersion },
      async measure(round) {
        const clients = await accounts.renewTokens(florin.gatewayPort);
        await events.untilDone(signal);
        const few = await measure('64 connections', 64, clients, `few-${round}`);
        const many = await measure('256 connections', 256, clients, `many-${round}`);
        const hot = await measure('one account', 64, clients.slice(0, 1), `hot-${round}`);
        const backlogs = [few, many, hot].map(({ backlogSeconds }) => backlogSeconds);
        return {
          'load-64': { value: few.load.perSecond, load: few.load },
          'load-256': { value: many.load.perSecond, load: many.load },
          'load-hot': { value: hot.load.perSecond, load: hot.load },
          'load-hot-to-uniform': { value: hot.load.perSecond / few.load.perSecond },
          'load-tail': { value: few.load.p99 / few.load.p50 },
          'load-events': { value: few.lagMs },
          'load-backlog': { value: Math.max(...backlogs) },
        };
      },
      async close() {
        await events.close();
        await florin.stop();
      },
    };
  },
};
