import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@florin/contracts';
import { residentMbOf } from '../cost/memory.ts';
import { childrenOf, parentOf, readUsed } from '../cost/processors.ts';
import { openAccounts } from '../florin/open-accounts.ts';
import { type Florin, startFlorin } from '../florin/start-florin.ts';
import { watchEvents } from '../florin/watch-events.ts';
import { runHttpLoad } from '../http/load.ts';
import type { Part, World } from './part.ts';

const ACCOUNTS = 1_000;
const CONNECTIONS = 64;
/** Longer than idle backoffs grow and memory is released after a start. */
const SETTLE_MS = 25_000;
const IDLE_MS = 30_000;
/** Time in which an idle process releases memory. */
const REST_MS = 30_000;
const US_PER_MS = 1_000;

/** Resources of an idle Florin, and of one after a load. */
export const idlePart: Part = {
  stepsPerRound: 3,
  async open(world) {
    const { seed, seconds, signal, step } = world;
    // The first start creates the databases, and fills the compile caches on exit.
    await (await start(world)).stop();
    let florin = await start(world);

    return {
      versions: { nats: florin.natsVersion },
      async measure(round) {
        await florin.stop();
        step('a start on data that is there');
        const startedAtMs = performance.now();
        florin = await start(world);
        const startSeconds = (performance.now() - startedAtMs) / 1_000;

        step('nothing');
        await sleep(SETTLE_MS, undefined, { signal });
        const before = await readUsed(await pidsOf(florin));
        const measuredAtMs = performance.now();
        await sleep(IDLE_MS, undefined, { signal });
        const after = await readUsed(before.keys());
        const idleUs = [...after].reduce((sum, [pid, us]) => sum + us - (before.get(pid) ?? 0), 0);
        const idlePercent = (100 * idleUs) / ((performance.now() - measuredAtMs) * US_PER_MS);

        step(`${CONNECTIONS} connections`);
        const { gatewayPort: port } = florin;
        const accounts = await openAccounts(florin, ACCOUNTS);
        const events = await watchEvents(florin.databaseUrl);
        const clients = await accounts.renewTokens(port);
        const requests = { kind: 'write', clients, run: `idle-${round}` } as const;
        await runHttpLoad({ port, connections: CONNECTIONS, seconds, seed, requests }, signal);
        await events.untilDone(signal);
        await events.close();
        await sleep(REST_MS, undefined, { signal });
        const kept = await Promise.all(
          [...serviceNames, 'gateway'].map((app) =>
            residentMbOf(florin.processes.get(`${app}-1`).pid),
          ),
        );
        return {
          'idle-processors': { value: idlePercent },
          'idle-start': { value: startSeconds },
          'idle-memory': { value: Math.max(...kept) },
          'idle-memory-all': { value: kept.reduce((sum, mb) => sum + mb, 0) },
        };
      },
      close: () => florin.stop(),
    };
  },
};

/** With its own Postgres and NATS, like `npm start`. */
function start({ dataDir, signal }: World): Promise<Florin> {
  const cache = process.env.NODE_COMPILE_CACHE;
  const given = cache === undefined ? {} : { NODE_COMPILE_CACHE: cache };
  return startFlorin({ dataDir: join(dataDir, 'idle'), signal, given });
}

/** Process ids of the launcher, everything that it started, and the sessions of Postgres. */
async function pidsOf({ processes }: Florin): Promise<readonly number[]> {
  const listed = processes.list().map(({ pid }) => pid);
  const launcher = await parentOf(processes.get('gateway-1').pid);
  return [launcher, ...listed, ...(await childrenOf(processes.get('postgres').pid))];
}
