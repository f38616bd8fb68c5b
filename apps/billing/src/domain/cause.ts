/** The request that caused a change; nulls for background work. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

export const bySystem: Cause = { requestId: null, idempotencyKey: null };

/** The time of a change, and the request that caused it. */
export interface Occasion {
  /** Time of the subscription's clock. */
  readonly nowMs: number;
  /** Time of event logs, even for subscriptions with a test clock. */
  readonly realMs: number;
  readonly cause: Cause;
}

/** The request that caused a change, for its events. */
export function causeOf(request: {
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}): Cause {
  return { requestId: request.requestId, idempotencyKey: request.idempotencyKey ?? null };
}
