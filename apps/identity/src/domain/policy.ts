import { AppError, type Role, type Scope } from '@florin/contracts';

/** Security policy of an account. Amounts are minor units of its currency. */
export interface AccountPolicy {
  /** Maximum refund of one payment for the role `support`; null for none. */
  readonly supportRefundMax: bigint | null;
  /** Maximum refund without a fresh second factor; null for any amount. */
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
 * The refusal of a policy change by an API key. Rules on second factors concern users only, and
 * raising the refund limit requires the scope to refund.
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
      'API keys cannot change step_up_refund_max or second_factor_required; use an access token',
    );
  const lends = isHigher(after.supportRefundMax, before.supportRefundMax);
  if (lends && !scopes.includes('payments:write'))
    return new AppError(
      'forbidden',
      'this API key lacks the scope payments:write and cannot raise the refund limit of support; omit support_refund_max',
    );
  return undefined;
}

/** How long a proof of the second factor counts as fresh. */
export const FRESH_MS = 10 * 60_000;

/** Until when a session is fresh; undefined if it is not. */
export function freshUntil(provedAt: Date | null, now: Date): Date | undefined {
  const until = provedAt && new Date(provedAt.getTime() + FRESH_MS);
  return until && until > now ? until : undefined;
}

/** Refund limits of a session under its account's policy; amounts as text, empty for none. */
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
