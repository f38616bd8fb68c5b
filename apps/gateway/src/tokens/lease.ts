import { newId } from '@florin/contracts';
import { type CallContext, isUnimplemented } from '@florin/grpc';
import { startLoop } from '@florin/runtime/loop';
import type { Logger } from '@florin/service';
import { newRequestId } from '../requests/answer.ts';
import { makeOutageLog } from '../upstreams/outage-log.ts';
import type { Revocation, RevocationBatch } from './revocations.ts';

/** Identity's `Renew` and `EndLease`. Numbers are text, as 64 bits are in gRPC. */
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
  /** 0 of an identity of a release that does not count them. */
  readonly gateways: number;
}

/** While it is valid, identity waits for this gateway before it answers whoever revokes. */
export interface Lease {
  /** Whether requests may be answered from memory. */
  isValid(): boolean;
  /** Whether identity is of a release without leases: then it is asked at each request. */
  isUnknown(): boolean;
  /** Since the valid one was asked for; undefined without one. */
  ageMs(): number | undefined;
  /** How many gateways held a lease at the last renewal; this one at least. */
  gateways(): number;
  /** Renews at once when this revision is not applied yet. */
  onRevision(revision: number): void;
  stop(): Promise<void>;
}

const EVERY_MS = 1_500;
const AFTER_ERROR_MS = 100;
/** Leaves time to ask another replica twice before the lease expires. */
const RENEW_MS_MAX = 500;
/** Subtracted for clocks that run at different speeds. */
const MARGIN_MS = 200;

/**
 * Renews the lease once half of it is over, and at once when there are revocations. Time is monotonic and goes
 * on while the process is suspended.
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
    // The previous lease goes on while there are more revocations to read.
    validUntilMs = Math.max(validUntilMs, sentAtMs + Number(reply.leaseMs) - MARGIN_MS);
    isUnknown = false;
    outage.ended();
    // A revocation may wait for its acknowledgement, which the next call brings.
    return before === undefined || before === revision ? 'rest' : 'again';
  }

  function report(error: unknown): void {
    isUnknown = isUnimplemented(error);
    // A renewal that a busy moment delays is repeated before the lease expires, and harms nothing.
    if (isValid()) return;
    const message = isUnknown
      ? 'this identity gives no leases: it is asked at each request'
      : 'the lease has expired: identity is asked at each request until it is renewed';
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
