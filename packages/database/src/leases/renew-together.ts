import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { executeNamed } from '../connection/execute-named.ts';
import type { Lease, LeaseTables } from './leases.ts';

type Renewed = readonly Pick<Lease, 'name' | 'holder'>[];

interface Gathering {
  readonly leases: Lease[];
  readonly renewed: Promise<Renewed>;
}

/** Leases that the next statement renews, by database. */
const gatherings = new WeakMap<Kysely<LeaseTables>, Gathering>();

/**
 * Renews a held lease; false if `acquireLease` must take over. Calls at the same moment share one
 * statement: a process renews up to ten leases every few seconds.
 */
export async function renewTogether(db: Kysely<LeaseTables>, lease: Lease): Promise<boolean> {
  const gathering = gatherings.get(db) ?? gather(db);
  gathering.leases.push(lease);
  const renewed = await gathering.renewed;
  return renewed.some(({ name, holder }) => name === lease.name && holder === lease.holder);
}

function gather(db: Kysely<LeaseTables>): Gathering {
  const leases: Lease[] = [];
  const renewed = setImmediate().then(() => {
    gatherings.delete(db);
    return renewLeases(db, leases);
  });
  const gathering = { leases, renewed };
  gatherings.set(db, gathering);
  return gathering;
}

/**
 * Renews held leases and skips locked rows, so that one blocked lease does not let others expire.
 * Reads the clock beside the update, since Citus allows no clock call that differs by row.
 */
function renewLeases(db: Kysely<LeaseTables>, leases: readonly Lease[]): Promise<Renewed> {
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
