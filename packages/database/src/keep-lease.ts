import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { dropLease, holdLease, type Lease, type LeaseTables } from './leases.ts';

/** This process's hold on a lease, as it goes on from round to round. */
export interface LeaseKeeper {
  readonly lease: Lease;
  /**
   * Takes it, or renews it once half of it is over; false while another process holds it. Costs
   * nothing in between: loops ask many times a second.
   */
  hold(): Promise<boolean>;
  /** Lets another process take it at once. */
  drop(): Promise<void>;
  /** For how long it has been held without a break; undefined while it is not. */
  heldMs(): number | undefined;
}

export function keepLease<Tables extends LeaseTables>(
  database: Kysely<Tables>,
  name: string,
  durationMs: number,
): LeaseKeeper {
  const db = database as unknown as Kysely<LeaseTables>;
  const lease = { name, holder: randomUUID(), durationMs };
  let hold: { readonly since: number; readonly until: number } | undefined;

  function current() {
    return hold && hold.until > performance.now() ? hold : undefined;
  }

  return {
    lease,
    async hold() {
      const askedAt = performance.now();
      if (hold && hold.until > askedAt + durationMs / 2) return true;
      const isHeld = await holdLease(db, lease);
      hold = isHeld
        ? { since: current()?.since ?? askedAt, until: askedAt + durationMs }
        : undefined;
      return isHeld;
    },
    async drop() {
      hold = undefined;
      await dropLease(db, lease).catch(() => {}); // It runs out by itself.
    },
    heldMs() {
      const held = current();
      return held && performance.now() - held.since;
    },
  };
}
