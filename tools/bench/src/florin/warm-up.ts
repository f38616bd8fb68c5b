import { runHttpLoad } from '../http/load.ts';
import type { Client } from '../http/requests.ts';

const SECONDS = 30;
const CONNECTIONS = 64;

interface Cold {
  readonly gatewayPort: number;
  readonly clients: readonly Client[];
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Tells its requests from those of others: it stands in their keys. */
  readonly run: string;
}

/**
 * Puts on the load of row 1 for so long that what is called often is compiled, that of each batch too: in
 * a service that runs for days neither the compiler's work of its first half minute nor code that waits for it counts.
 */
export async function warmUp({ gatewayPort, clients, seed, signal, run }: Cold): Promise<void> {
  const requests = { kind: 'write', clients, run: `warm-${run}` } as const;
  const load = { port: gatewayPort, connections: CONNECTIONS, seconds: SECONDS, seed, requests };
  await runHttpLoad(load, signal);
}
