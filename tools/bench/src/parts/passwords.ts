import { setTimeout as sleep } from 'node:timers/promises';
import { openLogin } from '../florin/post.ts';
import { readLoopDelay } from '../florin/read-metrics.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { runHttpLoad } from '../http/load.ts';
import type { Part } from './part.ts';

/** Each checks one password after another. */
const LOGINS = 6;
/** The load begins before the measurement and ends after it. */
const AROUND_SECONDS = 1.5;

/** Whether identity still serves other requests in time while it hashes passwords. */
export const passwordsPart: Part = {
  stepsPerRound: 2,
  async open(world) {
    const { seed, seconds, signal, step } = world;
    const florin = await startFlorin(world);
    const requests = await openLogin(florin.gatewayPort);

    async function delayOver(): Promise<number> {
      // Each scrape starts a new measurement.
      await florin.processes.scrape(florin.processes.get('identity-1'));
      await sleep(seconds * 1_000, undefined, { signal });
      return readLoopDelay(florin, 'identity-1');
    }

    return {
      versions: { nats: florin.natsVersion },
      async measure() {
        step('the event loop of an idle identity');
        const idle = await delayOver();
        step(`${LOGINS} passwords at a time`);
        const [load, busy] = await Promise.all([
          runHttpLoad(
            {
              port: florin.gatewayPort,
              connections: LOGINS,
              seconds: seconds + 2 * AROUND_SECONDS,
              seed,
              requests,
            },
            signal,
          ),
          sleep(AROUND_SECONDS * 1_000, undefined, { signal }).then(delayOver),
        ]);
        return { 'loop-hashing': { value: busy, load }, 'loop-idle': { value: idle } };
      },
      close: () => florin.stop(),
    };
  },
};
