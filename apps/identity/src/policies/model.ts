import { AppError, type Role, type Scope } from '@florin/contracts';

/** What an account asks of its people. Amounts are minor units of its currency. */
export interface AccountPolicy {
  /** The most that the role `support` gives back of one payment; null for nothing. */
  readonly supportRefundMax: bigint | null;
  /** The largest refund without a second factor that was shown lately; null for any amount. */
  readonly staleRefundMax: bigint | null;
  readonly requiresSecondFactor: boolean;
}

export const POLICY_OF_NEW: AccountPolicy = {
  supportRefundMax: null,
  staleRefundMax: null,
  requiresSecondFactor: false,
};

const isHigher = (after: bigint | null, before: bigint | null) =>
  after !== null && (before === null || after > before);

/**
 * The refusal of a change that an API key asks for: what is asked of people's second factors is for people, and
 * a higher limit of refunds lends the scope to make them.
 */
export function refusalForKey(
  scopes: readonly Scope[],
  { before, after }: { readonly before: AccountPolicy; readonly after: AccountPolicy },
): AppError | undefined {
  if (
    after.staleRefundMax !== before.staleRefundMax ||
    after.requiresSecondFactor !== before.requiresSecondFactor
  )
    return new AppError(
      'forbidden',
      'no API key may change step_up_refund_max or second_factor_required: use an access token',
    );
  const lends = isHigher(after.supportRefundMax, before.supportRefundMax);
  if (lends && !scopes.includes('payments:write'))
    return new AppError(
      'forbidden',
      'this API key lacks the scope payments:write, and lets support refund no more than it may: leave support_refund_max out',
    );
  return undefined;
}

/** For how long a second factor that was shown counts as fresh. */
export const FRESH_MS = 10 * 60_000;

/** Until when a session is fresh; undefined where it is not. */
export function freshUntil(provedAt: Date | null, now: Date): Date | undefined {
  const until = provedAt && new Date(provedAt.getTime() + FRESH_MS);
  return until && until > now ? until : undefined;
}

/** What of an account's policy bounds somebody in one session; amounts as text, empty for none. */
export interface Bounds {
  readonly refundMax: string;
  readonly isStale: boolean;
  readonly staleRefundMax: string;
  readonly mustEnrol: boolean;
}

export function boundsBy(
  { supportRefundMax, staleRefundMax, requiresSecondFactor }: AccountPolicy,
  {
    role,
    hasFactor,
    isFresh,
  }: { readonly role: Role | null; readonly hasFactor: boolean; readonly isFresh: boolean },
): Bounds {
  const isStale = hasFactor && !isFresh;
  return {
    refundMax: role === 'support' ? String(supportRefundMax ?? 0n) : '',
    isStale,
    staleRefundMax: isStale && staleRefundMax !== null ? String(staleRefundMax) : '',
    mustEnrol: requiresSecondFactor && !hasFactor,
  };
}
