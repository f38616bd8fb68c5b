import type { ServiceName } from '@florin/contracts';
import type { Reads, WalPosition } from '@florin/database';
import type { AnyReply, Route } from '@florin/http-api';
import { CONSISTENCY_HEADER, readSeen, type Seen, showSeen } from './consistency.ts';

/** Routes whose reads are spread over standbys, and that tell where they were to whoever asks. */
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
      // Once the answer is known: what it shows or has changed is before it.
      const position = read.seen ?? (await reads.position().catch(() => undefined));
      return tell(read.result, after(seen, service, position, route));
    },
  };
}

/** What a client has seen after this answer; where nobody can say it, what a read has asked for. */
function after(
  seen: Seen,
  service: ServiceName,
  position: WalPosition | undefined,
  { onlyReads }: Route,
): Seen {
  const all = new Map(seen);
  if (position !== undefined) all.set(service, position);
  // Of what was written nothing is known then, so that the client reads what is so now.
  else if (!onlyReads) all.delete(service);
  return all;
}

function tell(reply: AnyReply, seen: Seen): AnyReply {
  return { ...reply, headers: { ...reply.headers, [CONSISTENCY_HEADER]: showSeen(seen) } };
}
