import type { Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { networkOf } from '@florin/contracts';
import type { Logger } from '@florin/service';
import { isListed, plainAddress } from './client-address.ts';

/** Between two lines of the log about them. */
const TOLD_EVERY_MS = 60_000;

/**
 * Drops the connections of an address, or of the /64 of an IPv6 one, beyond so many. Proxies that
 * are trusted carry everybody's: there is no bound for theirs but the one for all.
 */
export function limitConnections(
  server: Server,
  eachMax: number,
  proxies: BlockList,
  log: Logger,
): void {
  /** Has no more entries than there are connections. */
  const open = new Map<string, number>();
  let toldAtMs = Number.NEGATIVE_INFINITY;

  function tell(network: string): void {
    if (performance.now() - toldAtMs < TOLD_EVERY_MS) return;
    toldAtMs = performance.now();
    log.warn(
      { network, connections: eachMax },
      'drops connections of one address: a load balancer belongs in GATEWAY_TRUSTED_PROXIES',
    );
  }

  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (isListed(proxies, address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= eachMax) {
      tell(network);
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
