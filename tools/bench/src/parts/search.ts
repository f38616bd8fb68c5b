import { setTimeout as sleep } from 'node:timers/promises';
import { parsePublicId, type Uuid } from '@florin/contracts';
import { queryOnce, send } from '@florin/system-kit';
import { fillSearch } from '../florin/fill-search.ts';
import { openAccounts } from '../florin/open-accounts.ts';
import { post } from '../florin/post.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { runHttpLoad } from '../http/load.ts';
import { makeRandom } from '../seeded.ts';
import type { Part } from './part.ts';

const OBJECTS = 1_000_000;
/** Number of parallel users. */
const CONNECTIONS = 4;
const CHANGES = 20;
const POLL_MS = 10;
/** Upper limit of the wait: missing objects count as this far behind. */
const BEHIND_MS_MAX = 10_000;

/** Speed and lag of the console's search in a large index. */
export const searchPart: Part = {
  stepsPerRound: 2,
  async open(world) {
    const { seed, seconds, signal, step, say } = world;
    const florin = await startFlorin(world);
    const { databaseUrl, gatewayPort: port } = florin;
    const accounts = await openAccounts(florin, 1);
    const [owner] = await accounts.renewTokens(port);
    const accountId = parsePublicId('account', owner?.accountId ?? '') as Uuid;
    const filling = { databaseUrl, accountId, objects: OBJECTS, signal, say };
    const questions = await fillSearch({ ...filling, random: makeRandom(seed) });
    await settle(databaseUrl);
    const pathOf = (question: string) => `/v1/search?q=${encodeURIComponent(question)}`;

    async function isFound(name: string, token: string): Promise<boolean> {
      const { body } = await send(`http://127.0.0.1:${port}`, {
        ...{ method: 'GET', path: pathOf(name), token },
      });
      return (body as { readonly data: readonly unknown[] }).data.length > 0;
    }

    /** From the answer of the change until search returns it. */
    async function waitBehind(name: string, token: string): Promise<number> {
      await post({ port, path: '/v1/customers', token, body: { name } });
      const answeredAt = performance.now();
      const behind = () => performance.now() - answeredAt;
      while (behind() < BEHIND_MS_MAX && !(await isFound(name, token)))
        await sleep(POLL_MS, undefined, { signal });
      return behind();
    }

    return {
      versions: { nats: florin.natsVersion },
      async measure(round) {
        const [client] = await accounts.renewTokens(port);
        const token = client?.token ?? '';
        const headers = { Authorization: `Bearer ${token}` };
        step('searches');
        const requests = { kind: 'reads', paths: questions.map(pathOf), headers } as const;
        const search = { port, connections: CONNECTIONS, seconds, seed: seed + round, requests };
        const load = await runHttpLoad(search, signal);
        step('searches beside changes');
        const beside = runHttpLoad({ ...search, connections: 1 }, signal);
        const behind: number[] = [];
        for (let change = 0; change < CHANGES; change += 1)
          behind.push(await waitBehind(`Changed${round}x${change}`, token));
        await beside;
        return {
          search: { value: load.p99, load },
          'search-behind': { value: Math.max(...behind) },
        };
      },
      close: () => florin.stop(),
    };
  },
};

/** Like an index after a quiet night: vacuumed and analyzed. */
async function settle(databaseUrl: string): Promise<void> {
  await queryOnce(databaseUrl, 'vacuum analyze console.objects, console.words');
  await queryOnce(databaseUrl, 'checkpoint');
}
