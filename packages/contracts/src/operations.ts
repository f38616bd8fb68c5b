import { z } from 'zod';
import type { DomainEvent } from './events.ts';

/**
 * The type of what services write to the audit log besides their events: an operation that no event
 * tells of, because it was refused, or because what it changed has none. Clients never see it.
 */
export const OPERATION_ANSWERED = 'operation.answered';

/** The `data.object` of one. */
export const operationSchema = z.object({
  operation: z.string().meta({
    description: 'Method and path of the operation, with parameters in braces.',
    examples: ['POST /v1/plans'],
  }),
  status: z.number().int().describe('HTTP status that it was answered with.'),
  error: z.string().nullable().describe('Code of a refusal; null for what was done, and on pages.'),
  target_id: z
    .string()
    .nullable()
    .describe('Public id of what it was about; null as far as it is not known.'),
});

export type OperationAnswered = z.output<typeof operationSchema>;

export function isOperation({ type }: Pick<DomainEvent, 'type'>): boolean {
  return type === OPERATION_ANSWERED;
}
