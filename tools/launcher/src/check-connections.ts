import type { ServiceName } from '@florin/contracts';
import {
  connectionsOf,
  describeShortage,
  POOL_SIZE_MAX_DEFAULT,
  readConnectionLimits,
  type ServiceProcesses,
} from '@florin/database';
import { Client } from 'pg';
import type { System } from './service-environment.ts';

/**
 * Warns if the processes may open more connections than Postgres accepts. Behind a pooler, its own
 * sessions count, which are unknown here.
 */
export async function checkConnections(
  system: Pick<System, 'replicas' | 'databaseUrls' | 'given'>,
  say: (line: string) => void,
): Promise<void> {
  for (const { url, services } of placesOf(system)) {
    const needed = connectionsOf(services);
    const shortage = await readLimits(url).then(
      (limits) => describeShortage(needed, limits),
      // The services report a Postgres that does not answer.
      () => undefined,
    );
    if (shortage !== undefined)
      say(
        `warning: the services may open ${needed} connections, and ${shortage}: lower <SERVICE>_DATABASE_POOL_SIZE_MAX or FLORIN_REPLICAS_<SERVICE>, or raise max_connections`,
      );
  }
}

interface Place {
  readonly url: string;
  readonly services: ServiceProcesses[];
}

/** Each Postgres server with its services: several databases may share one. */
function placesOf({
  replicas,
  databaseUrls,
  given,
}: Pick<System, 'replicas' | 'databaseUrls' | 'given'>): readonly Place[] {
  const places = new Map<string, Place>();
  for (const [service, { app }] of databaseUrls) {
    const own = (setting: string) => settingOf(service, setting, given);
    if ((own('DATABASE_POOLER') ?? given.DATABASE_POOLER) === 'transaction') continue;
    const poolSizeMax = Number(own('DATABASE_POOL_SIZE_MAX') ?? POOL_SIZE_MAX_DEFAULT);
    const processes = replicas.filter((replica) => replica.app === service).length;
    for (const url of own('SHARD_URLS')?.split(/\s+/).filter(Boolean) ?? [app]) {
      const { host } = new URL(url);
      const place = places.get(host) ?? { url, services: [] };
      place.services.push({ processes, poolSizeMax });
      places.set(host, place);
    }
  }
  return [...places.values()];
}

function settingOf(service: ServiceName, setting: string, given: System['given']) {
  return given[`${service.toUpperCase()}_${setting}`];
}

async function readLimits(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await readConnectionLimits(client);
  } finally {
    await client.end();
  }
}
