import { AppError, type ServiceName, serviceNames } from '@florin/contracts';
import { parseWalPosition, showWalPosition, type WalPosition } from '@florin/database';

/** By which clients say what they have seen, and are told what they see. */
export const CONSISTENCY_HEADER = 'Florin-Consistency';
/** Of a client that has seen nothing yet: it reads what is so now, and is told where that is. */
const NOW = 'now';

/** What a client has seen of each service. */
export type Seen = ReadonlyMap<ServiceName, WalPosition>;

/**
 * Reads `ledger=0/1A2B3C billing=0/99`, or the values of several answers with commas between, of which the
 * latest of each service counts. Empty for `now`, undefined without the header.
 * @throws AppError invalid_request
 */
export function readSeen(header: string | undefined): Seen | undefined {
  if (header === undefined) return undefined;
  const seen = new Map<ServiceName, WalPosition>();
  for (const part of header.split(/[, ]+/)) {
    if (part === NOW) continue;
    const [name = '', written = ''] = part.split('=');
    const service = serviceNames.find((known) => known === name);
    const position = parseWalPosition(written);
    if (service === undefined || position === undefined) throw notOurs();
    if (position > (seen.get(service) ?? -1n)) seen.set(service, position);
  }
  return seen;
}

export function showSeen(seen: Seen): string {
  if (seen.size === 0) return NOW;
  return [...seen].map(([name, position]) => `${name}=${showWalPosition(position)}`).join(' ');
}

function notOurs(): AppError {
  return new AppError(
    'invalid_request',
    `${CONSISTENCY_HEADER} takes ${NOW}, or what earlier answers had there, with commas between`,
  );
}
