import type { ServiceName } from '@florin/contracts';
import type { Reads, WalPosition } from '@florin/database';
import type { AnyReply, Route } from '@florin/http-api';
import { CONSISTENCY_HEADER, readSeen, type Seen, showSeen } from './consistency.ts';

/**
 * Routes that may read from standbys, and return their position to clients that send the header.
 */
export function spreadRoutes(
  service: ServiceName,
  reads: Reads | undefined,
  routes: readonly Route[],
): readonly Route[] {
  if (!reads) return routes;
  return routes.map((route) => (route.isStream ? route : spreadRoute(service, reads, route)));
}

function spreadRoute(service: ServiceName, reads: Reads, route: Route): Route {
  return {
    ...route,
    async handle(request) {
      const seen = readSeen(request.consistency);
      const work = () => route.handle(request);
      const read = route.onlyReads
        ? await reads.spread(seen?.get(service), work)
        : { result: await work(), seen: undefined };
      if (!seen) return read.result;
      // Read after the response is known, so that it includes what the response shows or changed.
      const position = read.seen ?? (await reads.position().catch(() => undefined));
      return withPosition(read.result, after(seen, service, position, route));
    },
  };
}

/** The client's positions after this response. If unknown, a read keeps the requested position. */
function after(
  seen: Seen,
  service: ServiceName,
  position: WalPosition | undefined,
  { onlyReads }: Route,
): Seen {
  const all = new Map(seen);
  if (position !== undefined) all.set(service, position);
  // The position of the write is unknown, so the client must read current data.
  else if (!onlyReads) all.delete(service);
  return all;
}

function withPosition(reply: AnyReply, seen: Seen): AnyReply {
  return { ...reply, headers: { ...reply.headers, [CONSISTENCY_HEADER]: showSeen(seen) } };
}
