import { lookup } from 'node:dns/promises';
import type { ServiceName } from '@florin/contracts';
import { connectLink, type Link } from '@florin/link';
import type { KeyRing } from '@florin/runtime/caller';
import { startLoop } from '@florin/runtime/loop';
import type { Metrics } from '@florin/service';
import { Gauge } from 'prom-client';

/** The links to all replicas of a service. */
export interface Links {
  /** By `address:port`, whether they are up or not. */
  readonly all: ReadonlyMap<string, Link>;
  stop(): void;
}

/** How often it is asked which addresses a name stands for: replicas come and go. */
const LOOKUP_EVERY_MS = 5_000;

/** Keeps a link to each address that these origins stand for. */
export function keepLinks(service: ServiceName, urls: readonly string[], callKeys: KeyRing): Links {
  const links = new Map<string, Link>();
  let isStopped = false;

  async function follow(): Promise<'rest'> {
    const found = await Promise.all(urls.map(placesOf));
    if (isStopped) return 'rest';
    const places = new Map(found.flat().map((place) => [`${place.host}:${place.port}`, place]));
    for (const [name, link] of links) {
      if (places.has(name)) continue;
      links.delete(name);
      link.stop();
    }
    for (const [name, place] of places)
      if (!links.has(name))
        links.set(name, connectLink({ ...place, self: 'gateway', callee: service, callKeys }));
    return 'rest';
  }

  const rests = { restMs: LOOKUP_EVERY_MS, restAfterErrorMs: LOOKUP_EVERY_MS };
  // While a name cannot be looked up, what is linked stays so.
  const loop = startLoop(follow, rests, () => {});
  return {
    all: links,
    stop() {
      isStopped = true;
      void loop.stop();
      for (const link of links.values()) link.stop();
    },
  };
}

async function placesOf(url: string) {
  const { hostname, port } = new URL(url);
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
  return found.map(({ address }) => ({ host: address, port: Number(port || 80) }));
}

/** By service, how many links are up, and how many of its replicas are asked. */
export function addLinkMetrics(
  { registry }: Metrics,
  counts: {
    readonly linkCounts: () => ReadonlyMap<ServiceName, number>;
    readonly filledCounts: () => ReadonlyMap<ServiceName, number>;
  },
): void {
  const gauge = (name: string, help: string, read: () => ReadonlyMap<ServiceName, number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['service'],
      registers: [registry],
      collect() {
        for (const [service, count] of read()) this.set({ service }, count);
      },
    });
  gauge(
    'florin_gateway_links',
    'Links to replicas of a service that are up; without any, requests go by HTTP.',
    counts.linkCounts,
  );
  gauge(
    'florin_gateway_filled_replicas',
    'Replicas of a service that are asked; the next ones are when these are busy.',
    counts.filledCounts,
  );
}
