import { AppError, type Caller } from '@florin/contracts';

/** How much of one payment somebody may give back; minor units as text, absent for any amount. */
export interface RefundLimits {
  readonly max?: string | undefined;
  /** Without having shown their second factor lately. */
  readonly staleMax?: string | undefined;
}

export function refundLimitsOf({ role, refundMax, staleRefundMax }: Caller): RefundLimits {
  return { max: refundMax ?? (role === 'support' ? '0' : undefined), staleMax: staleRefundMax };
}

/**
 * Checks what would then be given back of a payment, in minor units.
 * @throws AppError forbidden beyond what the role may; insufficient_user_authentication beyond what
 *   takes a second factor.
 */
export function assertMayRefund({ max, staleMax }: RefundLimits, given: bigint): void {
  if (max !== undefined && given > BigInt(max))
    throw new AppError(
      'forbidden',
      `you may give back ${max} of one payment at most: ask who looks after the account`,
    );
  if (staleMax !== undefined && given > BigInt(staleMax)) throw staleSession();
}

/** What RFC 9470 answers to a session in which the second factor was shown too long ago, or never. */
export function staleSession(): AppError {
  return new AppError(
    'insufficient_user_authentication',
    'show your second factor again, by POST /v1/auth/step_up: it is good for 10 minutes',
    {
      headers: {
        'WWW-Authenticate': 'Bearer error="insufficient_user_authentication", max_age=600',
      },
    },
  );
}
