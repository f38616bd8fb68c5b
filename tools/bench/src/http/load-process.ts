import { once } from 'node:events';
import { drive } from '../drive.ts';
import { openConnection } from './connection.ts';
import type { HttpLoad } from './load.ts';
import { makeRequests } from './requests.ts';

/** The account lacks money: a normal answer. */
const INSUFFICIENT_FUNDS = 402;

const gone = new AbortController();
process.once('disconnect', () => gone.abort(new Error('the parent process is gone')));
const [load] = await once(process, 'message');
process.send?.(await run(load as HttpLoad));
process.disconnect();

async function run({ port, connections, seconds, seed, requests }: HttpLoad) {
  const open = Array.from({ length: connections }, () => openConnection(port));
  const next = makeRequests(requests, seed);
  try {
    return await drive({
      callers: connections,
      seconds,
      signal: gone.signal,
      async call(caller) {
        const answer = await open[caller]?.ask(next());
        if (answer === undefined || isExpected(answer.status)) return;
        const code = /"error":"(\w+)"/.exec(answer.body)?.[1] ?? '';
        throw new Error(`${answer.status} ${code}`);
      },
    });
  } finally {
    for (const connection of open) connection.close();
  }
}

function isExpected(status: number): boolean {
  return (status >= 200 && status < 300) || status === INSUFFICIENT_FUNDS;
}
