import { AppError, type Caller } from '@florin/contracts';

/** Limits for refunding one payment, in minor units as text. Absent means no limit. */
export interface RefundLimits {
  readonly max?: string | undefined;
  /** Limit without a recent second factor. */
  readonly staleMax?: string | undefined;
}

export function refundLimitsOf({ role, refundMax, staleRefundMax }: Caller): RefundLimits {
  return { max: refundMax ?? (role === 'support' ? '0' : undefined), staleMax: staleRefundMax };
}

/**
 * Checks the total refund of a payment, in minor units.
 * @throws AppError forbidden beyond the role's limit; insufficient_user_authentication beyond the
 * limit without a second factor
 */
export function assertMayRefund({ max, staleMax }: RefundLimits, given: bigint): void {
  if (max !== undefined && given > BigInt(max))
    throw new AppError(
      'forbidden',
      `you can refund at most ${max} of one payment; ask an owner or account admin`,
    );
  if (staleMax !== undefined && given > BigInt(staleMax)) throw staleSession();
}

/** The RFC 9470 error for a session without a recent second factor. */
export function staleSession(): AppError {
  return new AppError(
    'insufficient_user_authentication',
    'confirm your second factor again with POST /v1/auth/step_up; it is valid for 10 minutes',
    {
      headers: {
        'WWW-Authenticate': 'Bearer error="insufficient_user_authentication", max_age=600',
      },
    },
  );
}
