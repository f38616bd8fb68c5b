import { AppError } from '@florin/contracts';
import { text } from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import type { Cause } from '../domain/public-events.ts';

const PLAN_LENGTH_MAX = 100;
const QUANTITY_MAX = 1_000_000;

export const planField = text(PLAN_LENGTH_MAX);
export const quantityField = z
  .int({ error: 'must be an integer' })
  .min(1, 'must be at least 1')
  .max(QUANTITY_MAX, `must be at most ${QUANTITY_MAX}`);

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
