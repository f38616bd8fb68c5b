import { parseAnyPublicId } from '@florin/contracts';
import { z } from 'zod';
import { typePatterns } from '../domain/event.ts';

/** An event type, all types of a kind, or all types. */
export const typeField = z
  .enum(typePatterns)
  .meta({ description: 'An event type, all types of a resource (`payment.*`), or `*` for all.' });

/** Object of a request, by internal and public id; null if unknown. */
export const targetField = z
  .string()
  .transform((publicId) => {
    const id = parseAnyPublicId(publicId);
    return id === undefined ? null : { id, publicId };
  })
  .optional()
  .meta({ description: 'Only requests about this object, by its id.' });

/** Object of an event; null if unknown. */
export const objectField = z
  .string()
  .transform((text) => parseAnyPublicId(text) ?? null)
  .optional()
  .meta({ description: 'Only events of this object, by its id.' });

const REQUEST_ID_LENGTH_MAX = 100;

/** Events of one request. */
export const requestField = z
  .string()
  .max(REQUEST_ID_LENGTH_MAX, `must have at most ${REQUEST_ID_LENGTH_MAX} characters`)
  .optional()
  .meta({
    description: 'Only events caused by this request, by its `Request-Id`.',
    examples: ['req_019abb2c6a1f7c3d9b526f0e4d8a7c15'],
  });

const SEQUENCE_MAX = 999_999_999_999_999;

/** A sequence number of an account. */
export const sequenceField = z
  .string()
  .regex(/^\d{1,15}$/, {
    error: ({ input }) =>
      /^\d+$/.test(String(input))
        ? `must be at most ${SEQUENCE_MAX}`
        : 'must be 0 or a positive integer',
  })
  .transform(Number)
  .optional()
  .meta({
    description:
      'Returns events after this `sequence` of the account, oldest first. Use it to continue where you stopped.',
    ...{ type: 'integer', minimum: 0 },
  });
