import { AppError, type Caller } from '@florin/contracts';
import { LRUCache } from 'lru-cache';
import type { Lease } from './lease.ts';
import type { KnownAt, Revocations } from './revocations.ts';

/** On whose behalf a request is made, as identity knew it at a revision. */
export interface Principal extends KnownAt {
  readonly caller: Caller;
}

export interface LookupContext {
  readonly requestId: string;
  readonly timeoutMs: number;
}

/** What identity's replies about sessions and keys have in common. Numbers are text, as 64 bits are in gRPC. */
export interface CheckReply {
  readonly alive: boolean;
  readonly revision: string;
  /** How long the reply may be cached; 0 of an identity of a release without leases. */
  readonly goodForMs: string;
}

/** How identity is asked about one session or API key, and what its reply means. */
export interface Lookup<Reply extends CheckReply> {
  /** The key in the cache. */
  readonly key: string;
  ask(context: LookupContext): Promise<Reply>;
  toPrincipal(reply: Reply): Omit<Principal, 'revision'>;
}

/** What identity has said of sessions and API keys. */
export interface SessionCache {
  /**
   * The principal of a session or key: cached while the lease is valid, otherwise asked for.
   * Undefined for one that has ended.
   * @throws AppError unavailable when identity does not answer. An outage must never read as a bad
   * token, or clients would throw their tokens away.
   */
  find<Reply extends CheckReply>(
    lookup: Lookup<Reply>,
    context: LookupContext,
  ): Promise<Principal | undefined>;
  clear(): void;
}

const ENTRIES_MAX = 10_000;
const LOOKUP_MS_MAX = 1_000;
/** Every request asks then. */
const LOOKUP_WITHOUT_LEASE_MS_MAX = 300;

export function makeSessionCache(
  lease: Pick<Lease, 'isValid'>,
  revocations: Pick<Revocations, 'isCurrent'>,
): SessionCache {
  const cache = new LRUCache<string, Principal>({
    max: ENTRIES_MAX,
    // Each reply says for itself how long it may be cached.
    ttl: 1,
    // The time is read anew each time: a cached one would be old after the process was suspended.
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
        const message = 'the token cannot be checked now: repeat the request';
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
