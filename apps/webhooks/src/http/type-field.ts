import { z } from 'zod';
import { typePatterns } from '../domain/event-types.ts';

/** A type of event, all of a kind, or all. */
export const typeField = z.enum(typePatterns, {
  error: `must be one of ${typePatterns.join(', ')}`,
});
