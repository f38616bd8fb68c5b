import type { ServiceName } from '@florin/contracts';
import type { LiveRun } from '../../row.ts';

/** Reads by the server that answered. */
export interface Reads {
  readonly standby: number;
  readonly primary: number;
}

const READS = /^florin_database_reads_total\{place="(standby|primary)".*\} (\d+)$/gm;

/** Counts over all processes of some services, since their start. */
export async function countReads(
  { florin: { processes } }: Pick<LiveRun, 'florin'>,
  services: readonly ServiceName[],
): Promise<Reads> {
  const counts = { standby: 0, primary: 0 };
  for (const one of services.flatMap((service) => processes.of(service)))
    for (const [, place, count] of (await processes.scrape(one)).matchAll(READS))
      counts[place as keyof Reads] += Number(count);
  return counts;
}

export function since(before: Reads, after: Reads): Reads {
  return { standby: after.standby - before.standby, primary: after.primary - before.primary };
}
