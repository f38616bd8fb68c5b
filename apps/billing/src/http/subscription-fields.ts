import { AppError } from '@florin/contracts';
import { integerField, text } from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import type { Cause } from '../domain/public-events.ts';

const PLAN_LENGTH_MAX = 100;
const QUANTITY_MAX = 1_000_000;

export const planField = text(PLAN_LENGTH_MAX);
export const quantityField = integerField(1, QUANTITY_MAX);

export function tooDear(): AppError {
  return new AppError(
    'invalid_request',
    `quantity: times the plan's price it passes ${AMOUNT_MINOR_MAX}, the largest amount there is`,
  );
}

/** Who caused a change, for its events. */
export function causeOf(request: {
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
}): Cause {
  return { requestId: request.requestId, idempotencyKey: request.idempotencyKey ?? null };
}
