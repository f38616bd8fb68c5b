import { z } from 'zod';
import type { DomainEvent } from './events.ts';

/**
 * The type of what services write to the audit log besides their events: an operation that no event
 * tells of, because it was refused, or because what it changed has none. Clients never see it.
 */
export const OPERATION_ANSWERED = 'operation.answered';

/** The `data.object` of one. */
export const operationSchema = z.object({
  /** `POST /v1/plans`, with parameters in braces. */
  operation: z.string(),
  status: z.number().int(),
  /** The code of a refusal; null for what was done, and on pages. */
  error: z.string().nullable(),
  /** Public id of what it was about, as far as it is known. */
  target_id: z.string().nullable(),
});

export type OperationAnswered = z.output<typeof operationSchema>;

export function isOperation({ type }: Pick<DomainEvent, 'type'>): boolean {
  return type === OPERATION_ANSWERED;
}
