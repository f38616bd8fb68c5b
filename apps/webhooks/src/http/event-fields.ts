import { z } from 'zod';
import { typePatterns } from '../domain/event-types.ts';

/** A type of event, all of a kind, or all. */
export const typeField = z.enum(typePatterns, {
  error: `must be one of ${typePatterns.join(', ')}`,
});

/** A number of an account's order. */
export const sequenceField = z
  .string()
  .regex(/^\d{1,15}$/, 'must be 0 or a positive integer')
  .transform(Number)
  .optional()
  .meta({ type: 'integer', minimum: 0 });
