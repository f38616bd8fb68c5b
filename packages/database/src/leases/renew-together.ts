import { type Kysely, sql } from 'kysely';
import { executeNamed } from '../connection/execute-named.ts';
import type { Lease, LeaseTables } from './leases.ts';

interface Waiting {
  readonly lease: Lease;
  readonly complete: (isRenewed: boolean) => void;
  readonly fail: (error: unknown) => void;
}

/** What waits for the statement that renews it, of each database. */
const gathering = new WeakMap<Kysely<LeaseTables>, Waiting[]>();

/**
 * Renews a lease that is held; false where that could not be done, for which there may be reasons that
 * `acquireLease` waits for. What loops ask at the same moment, as they do whose long rests end together, is
 * one statement: a process has up to ten leases, each renewed every few seconds.
 */
export function renewTogether(db: Kysely<LeaseTables>, lease: Lease): Promise<boolean> {
  return new Promise((complete, fail) => {
    const waiting = gathering.get(db) ?? [];
    if (waiting.length === 0) {
      gathering.set(db, waiting);
      setImmediate(() => {
        gathering.delete(db);
        void renew(db, waiting);
      });
    }
    waiting.push({ lease, complete, fail });
  });
}

async function renew(db: Kysely<LeaseTables>, waiting: readonly Waiting[]): Promise<void> {
  try {
    const renewed = await renewLeases(
      db,
      waiting.map(({ lease }) => lease),
    );
    for (const { lease, complete } of waiting)
      complete(renewed.some(({ name, holder }) => name === lease.name && holder === lease.holder));
  } catch (error) {
    for (const { fail } of waiting) fail(error);
  }
}

/**
 * Renews those of these leases that their holders still have, and of which no row is locked: what holds
 * one up must not let the others run out. By the time at which the statement begins, read beside
 * the update: Citus asks no clock in one that differs by row.
 */
function renewLeases(
  db: Kysely<LeaseTables>,
  leases: readonly Lease[],
): Promise<readonly Pick<Lease, 'name' | 'holder'>[]> {
  return executeNamed(
    db,
    sql`
    with own as (
      select leases.name, now() + wanted.ms * interval '1 millisecond' as ends
        from leases join unnest(${leases.map(({ name }) => name)}::text[],
                                ${leases.map(({ holder }) => holder)}::text[],
                                ${leases.map(({ durationMs }) => durationMs)}::float8[])
                           as wanted (name, holder, ms)
          on leases.name = wanted.name and leases.holder = wanted.holder
         for update of leases skip locked)
    update leases set expires_at = own.ends from own where leases.name = own.name
    returning leases.name, leases.holder`,
  );
}
