import { runHttpLoad } from '../http/load.ts';
import type { OpenAccounts } from './open-accounts.ts';
import type { Florin } from './start-florin.ts';
import type { EventWatch } from './watch-events.ts';

const SECONDS = 30;
const CONNECTIONS = 64;

interface Cold {
  readonly florin: Florin;
  readonly accounts: OpenAccounts;
  readonly events: Pick<EventWatch, 'untilDone'>;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Part of its keys, which separates its requests from others. */
  readonly run: string;
}

/**
 * Runs the load of row 1 until hot code is compiled, that of each batch too: in a long-running
 * service, the compiler's first half minute does not count. Waits for all of its effects.
 */
export async function warmUp({
  florin: { gatewayPort: port },
  accounts,
  events,
  seed,
  signal,
  run,
}: Cold): Promise<void> {
  const clients = await accounts.renewTokens(port);
  const requests = { kind: 'write', clients, run: `warm-${run}` } as const;
  const load = { port, connections: CONNECTIONS, seconds: SECONDS, seed, requests };
  await runHttpLoad(load, signal);
  await events.untilDone(signal);
}
