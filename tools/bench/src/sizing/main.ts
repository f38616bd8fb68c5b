/** Measures memory and disk of a Florin at steady loads, for docs/sizing.md: `npm run sizing`. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runTool } from '@florin/system-kit';
import { Client } from 'pg';
import { openAccounts } from '../florin/open-accounts.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { watchEvents } from '../florin/watch-events.ts';
import { makeRequests } from '../http/requests.ts';
import { choosePlace } from '../own-postgres.ts';
import { putOpenLoad } from '../soak/open-load.ts';
import { makeWindows } from '../soak/window.ts';
import { proportionalMbOf, readState, type State } from './read-state.ts';

const ACCOUNTS = 500;
const RATES = [10, 100, 200];
const SECONDS = 60;
const SETTLE_MS = 30_000;
const CONNECTIONS = 64;

await runTool('sizing', main);

async function main(signal: AbortSignal): Promise<number> {
  const place = await choosePlace(false);
  const florin = await startFlorin({ dataDir: place.folder, signal });
  const client = new Client({ connectionString: florin.databaseUrl });
  await client.connect();
  const { processes, gatewayPort: port, databaseUrl } = florin;
  const nats = {
    pid: processes.get('nats').pid,
    folder: join(place.folder, 'florin/nats'),
  };
  const read = () => readState(client, nats);
  const memory = async () =>
    Object.fromEntries(
      await Promise.all(
        processes.list().map(async ({ name, pid }) => [name, await proportionalMbOf(pid)] as const),
      ),
    );
  const say = (about: string, facts: object) =>
    void process.stdout.write(`${JSON.stringify({ about, ...facts })}\n`);
  try {
    const accounts = await openAccounts(florin, ACCOUNTS);
    const events = await watchEvents(databaseUrl);
    await events.untilDone(signal);
    await sleep(SETTLE_MS, undefined, { signal });
    await client.query('checkpoint');
    let before = await read();
    await sleep(SECONDS * 1_000, undefined, { signal });
    say('idle', { seconds: SECONDS, ...difference(before, await read()), memory: await memory() });
    for (const perSecond of RATES) {
      const clients = await accounts.renewTokens(port);
      await events.untilDone(signal);
      await client.query('checkpoint');
      const windows = makeWindows();
      const text = makeRequests({ kind: 'write', clients, run: `sizing-${perSecond}` }, 1);
      const next = () =>
        ({
          sort: 'write',
          text: text(),
          isExpected: (status: number) => status === 201,
          hear() {},
        }) as const;
      before = await read();
      const load = { port, connections: CONNECTIONS, seconds: SECONDS, windows, signal };
      const [, under] = await Promise.all([
        putOpenLoad({ ...load, streams: [{ perSecond, next }] }),
        sleep(SECONDS * 900, undefined, { signal }).then(memory),
      ]);
      await events.untilDone(signal);
      // Sessions report their counts within a second.
      await sleep(2_000, undefined, { signal });
      say('load', {
        perSecond,
        ...windows.take(),
        ...difference(before, await read()),
        memory: under,
      });
    }
    await events.close();
    return 0;
  } finally {
    await client.end();
    await florin.stop();
    await place.leave();
  }
}

function difference(before: State, after: State): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name as keyof State]]),
  );
}
