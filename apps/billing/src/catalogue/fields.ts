import { parsePublicId } from '@florin/contracts';
import { z } from 'zod';

/** Filter `active` of a list of products or prices. */
export const activeField = (noun: string) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .optional()
    .describe(`Filter: \`true\` for ${noun} that can be sold, \`false\` for the others.`);

const SLUG_LENGTH_MAX = 64;

/** Name of a plan or a price, chosen by its seller. */
export const slugField = z
  .string({ error: 'must be a slug, for example gold_monthly' })
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, {
    error: ({ input }) =>
      String(input).length > SLUG_LENGTH_MAX
        ? `must have at most ${SLUG_LENGTH_MAX} characters`
        : 'must be a slug of lower-case letters, digits, _ and -, for example gold_monthly',
  })
  .refine(
    (slug) => parsePublicId('price', slug) === undefined,
    'must not look like the id of a price',
  );
