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
  /** Tells its requests from those of others: it stands in their keys. */
  readonly run: string;
}

/**
 * Puts on the load of row 1 for so long that what is called often is compiled, that of each batch too: in
 * a service that runs for days neither the compiler's work of its first half minute nor code that waits for it
 * counts. Ends once all that came of it is done.
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
