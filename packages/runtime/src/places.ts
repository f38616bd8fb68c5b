import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';

/** Host and port of a replica, or a DNS name with the addresses of all replicas. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

export interface FollowedPlaces {
  /** Resolves the names now, at most once a second. */
  resolveSoon(): void;
  stop(): void;
}

/** Bounds the delay until a changed replica is noticed, in addition to the DNS record's TTL. */
const RESOLVE_EVERY_MS = 5_000;
const RESOLVE_AGAIN_MS = 1_000;

/** `host:port`, with IPv6 addresses in brackets. */
export function placeText({ host, port }: Place): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}

/** @throws Error unless the text is `host:port` */
export function parsePlace(text: string): Place {
  const { hostname, port, host } = URL.parse(`http://${text}`) ?? {};
  if (!hostname || host !== text.toLowerCase().replace(/:80$/, ''))
    throw new Error(`${text}: must be host:port`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
}

/**
 * Resolves names to all replicas' addresses, now and every few seconds. Unresolved names keep
 * theirs.
 * @param onChange called with all addresses after a change
 * @param onError called if a name cannot be resolved
 */
export function followPlaces(
  names: readonly Place[],
  onChange: (places: readonly Place[]) => void,
  onError: (error: unknown) => void,
): FollowedPlaces {
  const known = new Map<Place, readonly Place[]>();
  let shown = '';
  let resolvedAt = 0;
  let isResolving = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function resolve(): Promise<void> {
    clearTimeout(timer);
    isResolving = true;
    resolvedAt = performance.now();
    const results = await Promise.allSettled(names.map(addressesOf));
    isResolving = false;
    if (isStopped) return;
    for (const [index, name] of names.entries()) {
      const result = results[index];
      if (result?.status === 'fulfilled') known.set(name, result.value);
    }
    const failed = results.find((result) => result.status === 'rejected');
    timer = setTimeout(() => void resolve(), failed ? RESOLVE_AGAIN_MS : RESOLVE_EVERY_MS);
    // Does not keep a process alive.
    timer.unref();
    const byText = new Map([...known.values()].flat().map((place) => [placeText(place), place]));
    const texts = [...byText.keys()].toSorted().join();
    if (texts !== shown) {
      shown = texts;
      onChange([...byText.values()]);
    }
    if (failed) onError(failed.reason);
  }

  void resolve();
  return {
    resolveSoon() {
      const isDue = performance.now() > resolvedAt + RESOLVE_AGAIN_MS;
      if (isDue && !isResolving && !isStopped) void resolve();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function addressesOf({ host, port }: Place): Promise<readonly Place[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => ({ host: address, port }));
}
