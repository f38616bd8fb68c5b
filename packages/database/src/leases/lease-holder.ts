import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { acquireLease, type Lease, type LeaseTables, releaseLease } from './leases.ts';
import { renewTogether } from './renew-together.ts';

/** This process's hold on a lease across rounds of a loop. */
export interface LeaseHolder {
  readonly lease: Lease;
  /**
   * Takes the lease, or renews it once half of its time is over. False while another process holds
   * it. Free in between, since loops call it many times a second.
   */
  acquire(): Promise<boolean>;
  /** Lets another process take the lease at once. */
  release(): Promise<void>;
  /** Milliseconds of uninterrupted possession; undefined if not held. */
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
      await releaseLease(db, lease).catch(() => {}); // The lease expires by itself.
    },
    heldMs() {
      const now = current();
      return now && performance.now() - now.since;
    },
  };
}
