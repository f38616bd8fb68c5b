import type { PeerName } from '@florin/contracts';
import { testKeys } from '@florin/testing';

/** `peer=kid:secret,…`, the way that services are told keys. */
export function keysText(...peers: readonly PeerName[]): string {
  return [...testKeys(...peers)]
    .flatMap(([peer, keys]) => [...keys].map(([kid, key]) => [peer, kid, key] as const))
    .map(([peer, kid, key]) => `${peer}=${kid}:${key.toString('base64url')}`)
    .join(',');
}
