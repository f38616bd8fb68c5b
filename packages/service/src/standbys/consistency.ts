import { AppError, type ServiceName, serviceNames } from '@florin/contracts';
import { parseWalPosition, showWalPosition, type WalPosition } from '@florin/database';

/** Header with which clients send the positions they have seen, and get those of a response. */
export const CONSISTENCY_HEADER = 'Florin-Consistency';
/** Sent by a client without a position: it reads current data and gets the position. */
const NOW = 'now';

/** Positions that a client has seen, by service. */
export type Seen = ReadonlyMap<ServiceName, WalPosition>;

/**
 * Parses `ledger=0/1A2B3C billing=0/99`, or several such values separated by commas; the latest per
 * service wins. Empty for `now`, undefined without the header.
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
