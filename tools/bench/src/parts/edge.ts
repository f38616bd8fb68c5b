import { join } from 'node:path';
import { freePort, spawnNginx } from '@florin/local-servers';
import type { Load } from '../drive.ts';
import { UNCHECKED_PORT } from '../edge/unchecked-port.ts';
import { openAccounts } from '../florin/open-accounts.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { warmUp } from '../florin/warm-up.ts';
import { watchEvents } from '../florin/watch-events.ts';
import { runHttpLoad } from '../http/load.ts';
import type { Client, Requests } from '../http/requests.ts';
import type { Readings } from '../rounds.ts';
import type { Part } from './part.ts';

const root = join(import.meta.dirname, '../../../..');

const ACCOUNTS = 1_000;
const CONNECTIONS = 64;
const PATH = '/v1/account/balance';
/**
 * Proxies add hundredths of a millisecond, less than a machine's drift: they are measured
 * alternately.
 */
const TURNS = 4;
/** Seconds of warm-up reads, direct and proxied; nginx needs none. */
const WARM_READS_SECONDS = 5;

/** The same read on each path. */
type Turn = Readonly<Record<'bare' | 'proxied' | 'whole', Load>>;

/** Cost of the gateway: latency against another proxy, rate against itself without checks. */
export const edgePart: Part = {
  stepsPerRound: 3,
  async open(world) {
    const { seed, seconds, signal, step, say } = world;
    const uncheckedPort = await freePort();
    const florin = await startFlorin({
      ...world,
      given: { [UNCHECKED_PORT]: String(uncheckedPort) },
      replaced: {
        gateway: {
          module: join(root, 'apps/gateway/src/main.ts'),
          by: join(import.meta.dirname, '../edge/two-gateways.ts'),
        },
      },
    });
    const accounts = await openAccounts(florin, ACCOUNTS);
    const events = await watchEvents(florin.databaseUrl);
    const ledgerPort = florin.processes.get('ledger-1').port;
    const nginx = await spawnNginx([ledgerPort], world.dataDir, world);

    function put(
      port: number,
      connections: number,
      requests: Requests,
      lasting = seconds,
    ): Promise<Load> {
      return runHttpLoad({ port, connections, seconds: lasting, seed, requests }, signal);
    }

    function readsOf({ accountId, token }: Client): { bare: Requests; whole: Requests } {
      const key = florin.secrets.callKey('gateway', 'ledger');
      const headers = { Authorization: `Bearer ${token}` };
      return {
        bare: { kind: 'signed', path: PATH, accountId, key },
        whole: { kind: 'read', path: PATH, headers },
      };
    }

    /** Warms up everything that is measured. */
    async function warm(): Promise<void> {
      await warmUp({ florin, accounts, events, seed, signal, run: 'edge' });
      const reads = readsOf(firstOf(await accounts.renewTokens(florin.gatewayPort)));
      await put(ledgerPort, CONNECTIONS, reads.bare, WARM_READS_SECONDS);
      await put(florin.gatewayPort, CONNECTIONS, reads.whole, WARM_READS_SECONDS);
    }

    say('warming up');
    await warm();
    return {
      versions: { nats: florin.natsVersion },
      async measure(round) {
        const clients = await accounts.renewTokens(florin.gatewayPort);
        await events.untilDone(signal);
        const reads = readsOf(firstOf(clients));

        step(nginx ? 'a read, by three ways in turn' : 'no nginx: row 6 is left out');
        const turns: Turn[] = [];
        while (nginx && turns.length < TURNS) {
          const read = (port: number, requests: Requests) =>
            put(port, 1, requests, seconds / TURNS);
          turns.push({
            bare: await read(ledgerPort, reads.bare),
            proxied: await read(nginx.port, reads.bare),
            whole: await read(florin.gatewayPort, reads.whole),
          });
        }

        const write = async (run: 'checked' | 'unchecked', port: number) => {
          step(`writes, ${run}`);
          const load = await put(port, CONNECTIONS, {
            kind: 'write',
            clients,
            run: `${run}-${round}`,
          });
          await events.untilDone(signal);
          return load;
        };
        // Alternating order: the second load finds the services' code warmer.
        const ofUnchecked = () => write('unchecked', uncheckedPort);
        const before = round % 2 === 0 ? await ofUnchecked() : undefined;
        const checked = await write('checked', florin.gatewayPort);
        const unchecked = before ?? (await ofUnchecked());
        return {
          ...toAdded(turns, say),
          'edge-checks': {
            value: checked.perSecond / unchecked.perSecond,
            load: checked,
            against: [unchecked],
          },
        };
      },
      async close() {
        await nginx?.stop();
        await events.close();
        await florin.stop();
      },
    };
  },
};

function firstOf(clients: readonly Client[]): Client {
  const [client] = clients;
  if (client === undefined) throw new Error('there is no account');
  return client;
}

/** No figure if the other proxy seems to add no time: the machine was too unsteady. */
function toAdded(turns: readonly Turn[], say: (line: string) => void): Readings {
  const bare = middleOf(turns.map((turn) => turn.bare));
  const proxied = middleOf(turns.map((turn) => turn.proxied));
  const whole = middleOf(turns.map((turn) => turn.whole));
  if (!bare || !proxied || !whole) return {};
  if (proxied.p50 <= bare.p50) {
    say(`row 6 discards this round: p50 ${bare.p50} ms bare, ${proxied.p50} ms through nginx`);
    return {};
  }
  const value = (whole.p50 - bare.p50) / (proxied.p50 - bare.p50);
  return { 'edge-added': { value, load: whole, against: [bare, proxied] } };
}

/** The load with the middle p50, or the faster one of two. */
function middleOf(loads: readonly Load[]): Load | undefined {
  return loads.toSorted((a, b) => a.p50 - b.p50)[Math.floor((loads.length - 1) / 2)];
}
