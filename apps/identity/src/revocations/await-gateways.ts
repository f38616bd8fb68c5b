import { setTimeout as pause } from 'node:timers/promises';
import type { Metrics } from '@florin/service';
import { Histogram } from 'prom-client';
import type { AwaitGateways } from '../deps.ts';
import type { Db } from '../schema.ts';
import { deleteExpiredLeases, type GatewayLease, readLeases } from './lease-queries.ts';

/** How long a gateway may answer from its cache after requesting a lease, by its own clock. */
export const LEASE_MS = 3_000;

const FIRST_PAUSE_MS = 2;
const PAUSE_MS_MAX = 50;

interface AwaitGatewaysDeps {
  readonly db: Db;
  /** Announces a new revision to all gateways; the message may get lost. */
  readonly announce: (revision: bigint) => void;
  readonly measure: (durationMs: number, outcome: 'acknowledged' | 'ran_out') => void;
}

/**
 * Measures time here and on each gateway by monotonic clocks: every lease held at the commit
 * expires within one lease duration.
 */
export function makeAwaitGateways({ db, announce, measure }: AwaitGatewaysDeps): AwaitGateways {
  const read = shareReads(() => readLeases(db));

  return async () => {
    const startedAt = performance.now();
    const { revision, leases } = await read();
    let behind = leases.filter(({ acknowledged }) => acknowledged < revision);
    if (behind.length > 0) announce(revision);
    let pauseMs = FIRST_PAUSE_MS;
    while (behind.length > 0) {
      const leftMs = startedAt + LEASE_MS - performance.now();
      if (leftMs <= 0) {
        // Later calls need not wait for these leases again, unless they are renewed.
        await deleteExpiredLeases(db, behind);
        break;
      }
      await pause(Math.min(pauseMs, leftMs));
      pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX);
      behind = stillBehind(behind, (await read()).leases, revision);
    }
    measure(performance.now() - startedAt, behind.length === 0 ? 'acknowledged' : 'ran_out');
  };
}

/** A missing lease has ended. A gateway that started since already knows the revision. */
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

/** Shares reads between callers: one at a time, each started after its callers asked. */
function shareReads<Result>(read: () => Promise<Result>): () => Promise<Result> {
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

const WAIT_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4];

/** Histogram of the time that revocations wait for gateways. */
export function addGatewayWaitMetrics({ registry }: Metrics): AwaitGatewaysDeps['measure'] {
  const wait = new Histogram({
    name: 'florin_identity_gateway_wait_seconds',
    help: 'Seconds until every gateway has applied a revocation.',
    labelNames: ['outcome'],
    buckets: WAIT_SECONDS,
    registers: [registry],
  });
  return (durationMs, outcome) => wait.labels(outcome).observe(durationMs / 1e3);
}
