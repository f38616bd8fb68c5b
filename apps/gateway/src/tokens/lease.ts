import { newId } from '@florin/contracts';
import { type CallContext, isUnimplemented } from '@florin/grpc';
import { startLoop } from '@florin/runtime/loop';
import type { Logger } from '@florin/service';
import { newRequestId } from '../answers/answer.ts';
import { makeOutageLog } from '../outage-log.ts';
import type { Revocation, RevocationBatch } from './revocations.ts';

/** Identity's `Renew` and `EndLease`. Numbers are strings, as 64-bit integers are in gRPC. */
export interface LeaseCalls {
  renew(
    request: { readonly gatewayId: string; readonly appliedRevision?: string },
    context: CallContext,
  ): Promise<RenewReply>;
  endLease(request: { readonly gatewayId: string }, context: CallContext): Promise<unknown>;
}

interface RenewReply {
  readonly revision: string;
  readonly revocations: readonly (Omit<Revocation, 'revision'> & { readonly revision: string })[];
  readonly leaseMs: string;
  /** 0 from an older identity that does not count them. */
  readonly gateways: number;
}

/**
 * While the lease is valid, identity answers a revoking request only after this gateway has applied
 * the revocation.
 */
export interface Lease {
  /** Whether requests may be answered from the cache. */
  isValid(): boolean;
  /** Whether identity is an older release without leases; then each request calls it. */
  isUnknown(): boolean;
  /** Time since the valid lease was requested; undefined without one. */
  ageMs(): number | undefined;
  /** Number of gateways with a lease at the last renewal; at least 1. */
  gateways(): number;
  /** Renews at once if this revision is not applied yet. */
  onRevision(revision: number): void;
  stop(): Promise<void>;
}

const EVERY_MS = 1_500;
const AFTER_ERROR_MS = 100;
/** Leaves time for two calls to other replicas before the lease expires. */
const RENEW_MS_MAX = 500;
/** Subtracted because clocks run at different speeds. */
const MARGIN_MS = 200;

/**
 * Renews the lease halfway through, and at once when there are revocations. The monotonic clock
 * continues while the process is suspended.
 */
export function startLease(
  { renew, endLease }: LeaseCalls,
  onBatch: (batch: RevocationBatch) => void,
  log: Logger,
): Lease {
  const gatewayId = newId();
  let applied: number | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let validUntilMs = Number.NEGATIVE_INFINITY;
  let gateways = 1;
  let isUnknown = false;
  const outage = makeOutageLog(log);

  const isValid = () => performance.now() < validUntilMs;

  async function renewOnce(): Promise<'again' | 'rest'> {
    const sentAtMs = performance.now();
    const before = applied;
    const reply = await renew(
      { gatewayId, ...(before === undefined ? {} : { appliedRevision: String(before) }) },
      { requestId: newRequestId(), timeoutMs: RENEW_MS_MAX },
    );
    const revision = Number(reply.revision);
    // First, because a lease is valid only with everything up to its revision applied.
    onBatch({
      revision,
      revocations: reply.revocations.map((each) => ({ ...each, revision: Number(each.revision) })),
    });
    applied = revision;
    gateways = Math.max(1, reply.gateways);
    askedAtMs = sentAtMs;
    // The previous lease stays valid while more revocations follow.
    validUntilMs = Math.max(validUntilMs, sentAtMs + Number(reply.leaseMs) - MARGIN_MS);
    isUnknown = false;
    outage.ended();
    // A revocation may wait for this acknowledgment, which the next call carries.
    return before === undefined || before === revision ? 'rest' : 'again';
  }

  function report(error: unknown): void {
    isUnknown = isUnimplemented(error);
    // A renewal delayed by load is repeated before the lease expires; no need to warn.
    if (isValid()) return;
    const message = isUnknown
      ? 'identity issues no leases; every request queries identity'
      : 'the lease has expired; every request queries identity until it is renewed';
    outage.report(error, message, { hasEverWorked: applied !== undefined });
  }

  const rests = { restMs: EVERY_MS, restAfterErrorMs: AFTER_ERROR_MS };
  const loop = startLoop(renewOnce, rests, report);
  return {
    isValid,
    isUnknown: () => isUnknown,
    gateways: () => gateways,
    ageMs: () => (isValid() ? performance.now() - askedAtMs : undefined),
    onRevision(revision) {
      if (applied !== undefined && revision > applied) loop.wake();
    },
    async stop() {
      await loop.stop();
      validUntilMs = Number.NEGATIVE_INFINITY;
      const context = { requestId: newRequestId(), timeoutMs: RENEW_MS_MAX };
      await endLease({ gatewayId }, context).catch(() => {}); // It expires by itself.
    },
  };
}
