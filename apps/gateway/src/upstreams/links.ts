import type { ServiceName } from '@florin/contracts';
import { connectLink, type Link } from '@florin/link';
import type { KeyRing } from '@florin/runtime/caller';
import { followPlaces, type Place, parsePlace, placeText } from '@florin/runtime/places';
import type { Logger, Metrics } from '@florin/service';
import { Gauge } from 'prom-client';

/** Links to all replicas of a service. */
export interface Links {
  /** Links by `address:port`, connected or not. */
  readonly all: ReadonlyMap<string, Link>;
  stop(): void;
}

/** Maintains a link to each address of these origins. */
export function keepLinks(
  service: ServiceName,
  urls: readonly string[],
  callKeys: KeyRing,
  log: Logger,
): Links {
  const links = new Map<string, Link>();
  let isWarned = false;

  function warnOfVirtual(address: string, replica: string): void {
    if (isWarned) return;
    isWarned = true;
    const setting = `${service.toUpperCase()}_HTTP_URLS`;
    log.warn(
      { service, address, replica },
      `${setting} resolves to a virtual IP, so one replica of ${service} gets all requests; use a headless Service (clusterIP: None)`,
    );
  }

  function follow(places: readonly Place[]): void {
    const byName = new Map(places.map((place) => [placeText(place), place]));
    for (const [name, link] of links) {
      if (byName.has(name)) continue;
      links.delete(name);
      link.stop();
    }
    for (const [name, place] of byName)
      if (!links.has(name)) links.set(name, connectLink(toLinkPlace(place)));
  }

  const toLinkPlace = (place: Place) => ({
    ...place,
    ...{ self: 'gateway', callee: service, callKeys },
    onVirtual: (replica: string) => warnOfVirtual(place.host, replica),
  });
  const names = urls.map((url) => parsePlace(new URL(url).host));
  // While a name cannot be resolved, its links stay.
  const followed = followPlaces(names, follow, () => {});
  return {
    all: links,
    stop() {
      followed.stop();
      for (const link of links.values()) link.stop();
    },
  };
}

/** Gauges of connected links and used replicas, by service. */
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
    'Links to replicas of a service that are up; without links, requests use HTTP.',
    counts.linkCounts,
  );
  gauge(
    'florin_gateway_filled_replicas',
    'Replicas of a service that receive requests. The gateway adds the next one when these are busy.',
    counts.filledCounts,
  );
}
