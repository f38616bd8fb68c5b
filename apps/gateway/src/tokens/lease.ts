import { newId } from '@florin/contracts';
import { type CallContext, isUnimplemented } from '@florin/grpc';
import { startLoop } from '@florin/runtime/loop';
import type { Logger } from '@florin/service';
import { newRequestId } from '../requests/request-id.ts';
import { mayStillStart } from '../upstreams/may-still-start.ts';
import type { News, Revocation } from './revocations.ts';

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
  /** 0 of an identity of a release that does not tell. */
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
  /** How many gateways held a lease, as far as was heard last; this one at least. */
  gateways(): number;
  /** There may be news up to this revision. */
  hear(revision: number): void;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
const AFTER_ERROR_MS = 100;
/** Leaves time to ask another replica twice before the lease runs out. */
const RENEW_MS_MAX = 500;
/** Given away for clocks that run at different speeds. */
const MARGIN_MS = 200;

/**
 * Renews the lease every second, and at once when there is news. Time is that of a clock that
 * nobody sets, which goes on while the process is stopped.
 */
export function startLease(
  { renew, endLease }: LeaseCalls,
  onNews: (news: News) => void,
  log: Logger,
): Lease {
  const gatewayId = newId();
  let applied: number | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let validUntilMs = Number.NEGATIVE_INFINITY;
  let gateways = 1;
  let isUnknown = false;
  let isReported = false;

  const isValid = () => performance.now() < validUntilMs;

  async function renewOnce(): Promise<'again' | 'rest'> {
    const sentAtMs = performance.now();
    const before = applied;
    const reply = await renew(
      { gatewayId, ...(before === undefined ? {} : { appliedRevision: String(before) }) },
      { requestId: newRequestId(), timeoutMs: RENEW_MS_MAX },
    );
    const revision = Number(reply.revision);
    // First, because the lease is for those who know of everything up to there.
    onNews({
      revision,
      revocations: reply.revocations.map((each) => ({ ...each, revision: Number(each.revision) })),
    });
    applied = revision;
    gateways = Math.max(1, reply.gateways);
    askedAtMs = sentAtMs;
    // One from before holds while there is more to tell.
    validUntilMs = Math.max(validUntilMs, sentAtMs + Number(reply.leaseMs) - MARGIN_MS);
    isUnknown = false;
    isReported = false;
    // Somebody may wait to hear that it was applied: the next call says so.
    return before === undefined || before === revision ? 'rest' : 'again';
  }

  function report(error: unknown): void {
    isUnknown = isUnimplemented(error);
    if (isReported || (applied === undefined && mayStillStart(error))) return;
    isReported = true;
    const message = isUnknown
      ? 'this identity gives no leases: it is asked at each request'
      : 'the lease is not renewed: once it has run out, identity is asked at each request';
    log.warn({ err: error }, message);
  }

  const rests = { restMs: EVERY_MS, restAfterErrorMs: AFTER_ERROR_MS };
  const loop = startLoop(renewOnce, rests, report);
  return {
    isValid,
    isUnknown: () => isUnknown,
    gateways: () => gateways,
    ageMs: () => (isValid() ? performance.now() - askedAtMs : undefined),
    hear(revision) {
      if (applied !== undefined && revision > applied) loop.wake();
    },
    async stop() {
      await loop.stop();
      validUntilMs = Number.NEGATIVE_INFINITY;
      const context = { requestId: newRequestId(), timeoutMs: RENEW_MS_MAX };
      await endLease({ gatewayId }, context).catch(() => {}); // It runs out by itself.
    },
  };
}
