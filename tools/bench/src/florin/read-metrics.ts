import type { Florin } from './start-florin.ts';

const P99 = /^florin_event_loop_delay_seconds\{quantile="0\.99"\} (\S+)$/m;

/**
 * Event loop delay of a process since its last scrape, which resets it: p99 in milliseconds.
 * @throws Error before the first scrape.
 */
export async function readLoopDelay({ processes }: Florin, name: string): Promise<number> {
  const value = P99.exec(await processes.scrape(processes.get(name)))?.[1];
  if (value === undefined) throw new Error(`${name} has no metric ${P99.source}`);
  return Number(value) * 1_000;
}
