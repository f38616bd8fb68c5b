import { AppError } from '@florin/contracts';
import type { Lease } from './lease.ts';
import type { RememberedVouchers } from './remembered.ts';
import type { Revocations } from './revocations.ts';
import type { Voucher } from './voucher.ts';

export interface LookupContext {
  readonly requestId: string;
  readonly timeoutMs: number;
}

/** What identity's answers have in common. Numbers are text, as 64 bits are in gRPC. */
export interface Vouched {
  readonly alive: boolean;
  readonly revision: string;
  /** 0 of an identity that is of a release without leases. */
  readonly goodForMs: string;
}

export interface Memory {
  readonly lease: Pick<Lease, 'isValid'>;
  readonly remembered: Pick<RememberedVouchers, 'find' | 'keep'>;
  readonly revocations: Pick<Revocations, 'isCurrent' | 'refuses'>;
}

/** How identity is asked about one session or key, and what its answer means. */
export interface Lookup<Answer extends Vouched> {
  /** By which the answer is remembered. */
  readonly key: string;
  ask(context: LookupContext): Promise<Answer>;
  toVoucher(answer: Answer): Omit<Voucher, 'revision'>;
}

const LOOKUP_MS_MAX = 1_000;
/** Every request asks then. */
const LOOKUP_WITHOUT_LEASE_MS_MAX = 300;

/**
 * Finds out whom a session or key speaks for, from memory if the lease is valid, else from
 * identity; undefined for one that is dead.
 * @throws AppError unavailable when identity does not answer: our own trouble must never read as a
 * bad token, or a client would throw its token away.
 */
export type FindVoucher = <Answer extends Vouched>(
  lookup: Lookup<Answer>,
  context: LookupContext,
) => Promise<Voucher | undefined>;

export function makeFindVoucher({ lease, remembered, revocations }: Memory): FindVoucher {
  return async ({ key, ask, toVoucher }, { requestId, timeoutMs }) => {
    const askedAtMs = performance.now();
    const hasLease = lease.isValid();
    const known = hasLease ? remembered.find(key, askedAtMs) : undefined;
    if (known && revocations.isCurrent(known)) return known;
    const waitMs = Math.min(timeoutMs, hasLease ? LOOKUP_MS_MAX : LOOKUP_WITHOUT_LEASE_MS_MAX);
    const answer = await ask({ requestId, timeoutMs: waitMs }).catch((cause: unknown) => {
      const message = 'the token cannot be checked now: repeat the request';
      throw new AppError('unavailable', message, { cause });
    });
    if (!answer.alive) return undefined;
    const voucher = { ...toVoucher(answer), revision: Number(answer.revision) };
    const goodForMs = Number(answer.goodForMs);
    if (goodForMs > 0) remembered.keep(key, { voucher, goodUntilMs: askedAtMs + goodForMs });
    return voucher;
  };
}
