import { z } from 'zod';
import type { DomainEvent } from './events.ts';

/**
 * Event type of audit log entries for operations without an event, because they were refused or
 * have none. Not visible to clients.
 */
export const OPERATION_ANSWERED = 'operation.answered';

/** The `data.object` of such an entry. */
export const operationSchema = z.object({
  operation: z.string().meta({
    description: 'Method and path of the operation, with parameters in braces.',
    examples: ['POST /v1/plans'],
  }),
  status: z.number().int().describe('HTTP status of the response.'),
  error: z.string().nullable().describe('Error code of a refusal; null for success, and on pages.'),
  target_id: z.string().nullable().describe('Public id of the object; null if unknown.'),
});

export type OperationAnswered = z.output<typeof operationSchema>;

export function isOperation({ type }: Pick<DomainEvent, 'type'>): boolean {
  return type === OPERATION_ANSWERED;
}
