import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { acquireLease, type Lease, type LeaseTables, releaseLease } from './leases.ts';
import { renewTogether } from './renew-together.ts';

/** This process's hold on a lease, as it goes on from round to round. */
export interface LeaseHolder {
  readonly lease: Lease;
  /**
   * Takes it, or renews it once half of it is over; false while another process holds it. Costs
   * nothing in between: loops ask many times a second.
   */
  acquire(): Promise<boolean>;
  /** Lets another process take it at once. */
  release(): Promise<void>;
  /** For how long it has been held without a break; undefined while it is not. */
  heldMs(): number | undefined;
}

export function makeLeaseHolder(
  db: Kysely<LeaseTables>,
  name: string,
  durationMs: number,
): LeaseHolder {
  const lease = { name, holder: randomUUID(), durationMs };
  let held: { readonly since: number; readonly until: number } | undefined;

  function current() {
    return held && held.until > performance.now() ? held : undefined;
  }

  return {
    lease,
    async acquire() {
      const askedAt = performance.now();
      if (held && held.until > askedAt + durationMs / 2) return true;
      const isHeld =
        (current() !== undefined && (await renewTogether(db, lease))) ||
        (await acquireLease(db, lease));
      held = isHeld
        ? { since: current()?.since ?? askedAt, until: askedAt + durationMs }
        : undefined;
      return isHeld;
    },
    async release() {
      held = undefined;
      await releaseLease(db, lease).catch(() => {}); // It runs out by itself.
    },
    heldMs() {
      const now = current();
      return now && performance.now() - now.since;
    },
  };
}
