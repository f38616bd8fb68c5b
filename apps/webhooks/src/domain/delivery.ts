import { toPublicId, type Uuid, type WebhookDeliveryResource } from '@florin/contracts';

export type DeliveryStatus = 'pending' | 'delivered' | 'dead';

/** Telling an endpoint of one event. */
export interface Delivery {
  readonly id: Uuid;
  readonly endpointId: Uuid;
  readonly eventId: Uuid;
  readonly eventType: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly lastAttemptAt: Date | null;
  /** Null unless it is pending. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

/** What came of one attempt. */
export interface Attempt {
  /** Null when nobody answered. */
  readonly statusCode: number | null;
  /** Why it failed; null when it has not. */
  readonly error: string | null;
  /** How long the receiver asks to be left alone. */
  readonly retryAfterMs: number;
}

export interface Verdict {
  readonly status: DeliveryStatus;
  /** Until the next attempt. */
  readonly delayMs: number | null;
  /** Whether the endpoint wants nothing any more. */
  readonly isGone: boolean;
}

/** The receiver has answered that what was there is gone for good. */
const GONE = 410;
/** By how much of itself a delay is longer or shorter, so that not everything comes at once. */
const JITTER = 0.1;
const HOUR_MS = 3_600_000;
/** However long a receiver asks for. */
export const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;

/** Until the next attempt, after the first failure, the second, and so on. */
export const retryDelaysMs: readonly number[] = [
  5_000,
  300_000,
  HOUR_MS / 2,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/**
 * What becomes of a delivery.
 * @param attempts that were made, this one among them.
 * @param chance from 0 to 1, by which the delay differs from the usual one.
 */
export function decideDelivery(
  attempts: number,
  { statusCode, error, retryAfterMs }: Attempt,
  chance: number,
  delaysMs: readonly number[] = retryDelaysMs,
): Verdict {
  if (error === null) return { status: 'delivered', delayMs: null, isGone: false };
  if (statusCode === GONE) return { status: 'dead', delayMs: null, isGone: true };
  const usualMs = delaysMs[attempts - 1];
  if (usualMs === undefined) return { status: 'dead', delayMs: null, isGone: false };
  const jitteredMs = usualMs * (1 + JITTER * (2 * chance - 1));
  const askedMs = Math.min(retryAfterMs, RETRY_AFTER_MS_MAX);
  return { status: 'pending', delayMs: Math.round(Math.max(jitteredMs, askedMs)), isGone: false };
}

export function toDeliveryResource(delivery: Delivery): WebhookDeliveryResource {
  return {
    id: toPublicId('webhookDelivery', delivery.id),
    object: 'webhook_delivery',
    webhook_endpoint_id: toPublicId('webhookEndpoint', delivery.endpointId),
    event_id: toPublicId('event', delivery.eventId),
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    status_code: delivery.statusCode,
    error: delivery.error,
    last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
  };
}
