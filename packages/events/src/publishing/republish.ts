import {
  type DatabaseConfig,
  type OutboxTables,
  unmarkPublished,
  withDatabase,
} from '@florin/database';
import type { CommandResult } from '@florin/runtime/command';

const USAGE = 'use republish --since 2h (s, m, h or d), or --since 2026-01-31T12:00:00Z';
const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * `republish --since 1h`: command of publishing services, for events that NATS lost. The running
 * relay republishes them from the outbox, and consumers skip those they have handled.
 */
export async function republish(
  { database }: { readonly database: DatabaseConfig },
  [option, value = '', ...others]: readonly string[],
): Promise<CommandResult> {
  const since = option === '--since' && others.length === 0 ? parseSince(value) : undefined;
  if (!since) throw new Error(USAGE);
  const count = await withDatabase<OutboxTables, number>({ ...database, poolSizeMax: 2 }, (db) =>
    unmarkPublished(db, since),
  );
  return {
    text: `the running service is republishing ${count} events since ${since.toISOString()}`,
    data: { events_count: count, since },
  };
}

function parseSince(text: string): Date | undefined {
  const duration = /^(\d{1,6})([smhd])$/.exec(text);
  if (duration) {
    const [, count, unit] = duration;
    return new Date(Date.now() - Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS]);
  }
  const isInstant = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text);
  return isInstant && !Number.isNaN(Date.parse(text)) ? new Date(text) : undefined;
}
