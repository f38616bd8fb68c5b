import { send } from '@florin/system-kit';
import type { Florin } from '../florin/start-florin.ts';
import type { Caller, People } from './people.ts';

const TRIES_MAX = 30;
const PROBES = 3;
const READS =
  /^florin_http_request_duration_seconds_count\{method="GET",route="\/v1\/transactions".*\} (\d+)$/gm;

/**
 * Administrators whose requests reach different ledgers: the gateway picks by the caller's account.
 * Found with the ledgers' counters, independently of the gateway's choice.
 */
export async function reachLedgers(florin: Florin, people: People): Promise<readonly Caller[]> {
  const { length: wanted } = florin.processes.of('ledger');
  const reached = new Map<string, Caller>();
  for (let tries = 0; reached.size < wanted; tries += 1) {
    if (tries === TRIES_MAX)
      throw new Error(`only ${reached.size} of ${wanted} ledgers are reached`);
    const holder = await people.openAccount();
    const name = await findLedger(florin, holder);
    if (!reached.has(name)) reached.set(name, await people.makeAdmin(holder.accountId));
  }
  return [...reached.values()];
}

async function findLedger(florin: Florin, caller: Caller): Promise<string> {
  const before = await countReads(florin);
  for (let probe = 0; probe < PROBES; probe += 1)
    await send(florin.url, {
      method: 'GET',
      path: '/v1/transactions',
      token: await caller.token(),
    });
  const after = await countReads(florin);
  const name = [...after.keys()].find(
    (each) => (after.get(each) ?? 0) - (before.get(each) ?? 0) === PROBES,
  );
  if (name === undefined) throw new Error('the requests of one caller went to several ledgers');
  return name;
}

/** Number of reads by ledger name. */
async function countReads({ processes }: Florin): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const ledger of processes.of('ledger')) {
    const text = await processes.scrape(ledger);
    const reads = [...text.matchAll(READS)].map(([, count]) => Number(count));
    counts.set(
      ledger.name,
      reads.reduce((sum, count) => sum + count, 0),
    );
  }
  return counts;
}
