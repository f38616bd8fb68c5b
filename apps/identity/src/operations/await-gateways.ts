import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { deleteLeasesRunOut, type GatewayLease, readLeases } from '../store/gateway-leases.ts';
import type { IdentityTables } from '../store/schema.ts';

/** For how long a gateway may answer from memory, by its own clock, from when it asked. */
export const LEASE_MS = 3_000;

const FIRST_PAUSE_MS = 2;
const PAUSE_MS_MAX = 50;

/**
 * Resolves once no gateway answers any more by what was known before the last revocation: each has
 * applied it, or the lease that it had has run out.
 */
export type AwaitGateways = () => Promise<void>;

export interface AwaitGatewaysDeps {
  readonly db: Kysely<IdentityTables>;
  /** Tells all gateways that there is something to read; it may get lost. */
  readonly pushRevision: (revision: bigint) => void;
  readonly measure: (durationMs: number, outcome: 'acknowledged' | 'ran_out') => void;
}

/**
 * Time is measured here and on each gateway by clocks that nobody sets: every lease that was alive
 * at the commit has run out one lease's length after it.
 */
export function makeAwaitGateways({ db, pushRevision, measure }: AwaitGatewaysDeps): AwaitGateways {
  const look = shareLooks(() => readLeases(db));

  return async () => {
    const startedAt = performance.now();
    const { revision, leases } = await look();
    let behind = leases.filter(({ acknowledged }) => acknowledged < revision);
    if (behind.length > 0) pushRevision(revision);
    let pauseMs = FIRST_PAUSE_MS;
    while (behind.length > 0) {
      const leftMs = startedAt + LEASE_MS - performance.now();
      if (leftMs <= 0) {
        // Nobody else waits for these again, unless they come back.
        await deleteLeasesRunOut(db, behind);
        break;
      }
      await pause(Math.min(pauseMs, leftMs));
      pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
      behind = stillBehind(behind, (await look()).leases, revision);
    }
    measure(performance.now() - startedAt, behind.length === 0 ? 'acknowledged' : 'ran_out');
  };
}

/** A lease that is gone has ended; what has come since was told of the revision. */
function stillBehind(
  behind: readonly GatewayLease[],
  leases: readonly GatewayLease[],
  revision: bigint,
): GatewayLease[] {
  const ids = new Set(
    leases.filter(({ acknowledged }) => acknowledged < revision).map(({ gatewayId }) => gatewayId),
  );
  return behind.filter(({ gatewayId }) => ids.has(gatewayId));
}

/** One look at a time, each begun after it was asked for, however many wait. */
function shareLooks<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        const reading = read();
        running = reading;
        return reading;
      });
    return next;
  };
}
