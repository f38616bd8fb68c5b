import { AppError, type Caller } from '@florin/contracts';
import { LRUCache } from 'lru-cache';
import type { Lease } from './lease.ts';
import type { KnownAt, Revocations } from './revocations.ts';

/** Principal of a request, as identity knew it at a revision. */
export interface Principal extends KnownAt {
  readonly caller: Caller;
}

export interface LookupContext {
  readonly requestId: string;
  readonly timeoutMs: number;
}

/** Common fields of identity's replies. Numbers are strings, as 64-bit integers are in gRPC. */
export interface CheckReply {
  readonly alive: boolean;
  readonly revision: string;
  /** How long the reply may be cached; 0 from an older identity without leases. */
  readonly goodForMs: string;
}

/** The lookup of one session or API key, and how to read the reply. */
export interface Lookup<Reply extends CheckReply> {
  /** The cache key. */
  readonly key: string;
  ask(context: LookupContext): Promise<Reply>;
  toPrincipal(reply: Reply): Omit<Principal, 'revision'>;
}

/** Caches identity's replies about sessions and API keys. */
export interface SessionCache {
  /**
   * The principal of a session or key; undefined once ended. An outage of identity must not look
   * like a bad token, or clients would discard theirs.
   * @throws AppError unavailable if identity does not answer
   */
  find<Reply extends CheckReply>(
    lookup: Lookup<Reply>,
    context: LookupContext,
  ): Promise<Principal | undefined>;
  clear(): void;
}

const ENTRIES_MAX = 10_000;
const LOOKUP_MS_MAX = 1_000;
/** Applies to each request while there is no lease. */
const LOOKUP_WITHOUT_LEASE_MS_MAX = 300;

export function makeSessionCache(
  lease: Pick<Lease, 'isValid'>,
  revocations: Pick<Revocations, 'isCurrent'>,
): SessionCache {
  const cache = new LRUCache<string, Principal>({
    max: ENTRIES_MAX,
    // Replaced by each reply's own cache duration.
    ttl: 1,
    // Reads the clock each time, since a cached time is stale after a suspension of the process.
    ttlResolution: 0,
  });

  return {
    async find({ key, ask, toPrincipal }, { requestId, timeoutMs }) {
      const askedAtMs = performance.now();
      const hasLease = lease.isValid();
      const cached = hasLease ? cache.get(key) : undefined;
      if (cached && revocations.isCurrent(cached)) return cached;
      const waitMs = Math.min(timeoutMs, hasLease ? LOOKUP_MS_MAX : LOOKUP_WITHOUT_LEASE_MS_MAX);
      const reply = await ask({ requestId, timeoutMs: waitMs }).catch((cause: unknown) => {
        const message = 'the token cannot be checked now; retry';
        throw new AppError('unavailable', message, { cause });
      });
      if (!reply.alive) return undefined;
      const principal = { ...toPrincipal(reply), revision: Number(reply.revision) };
      const ttl = Number(reply.goodForMs);
      if (ttl > 0) cache.set(key, principal, { ttl, start: askedAtMs });
      return principal;
    },
    clear: () => cache.clear(),
  };
}
