import { parsePublicId } from '@florin/contracts';
import { flagField, integerField } from '@florin/http-api';
import { z } from 'zod';
import { intervalCountMax, intervals } from '../domain/price.ts';

/** Filter `active` of a list of products or prices. */
export const activeField = (noun: string) =>
  flagField.describe(`\`true\` returns only ${noun} that can be sold, \`false\` only the others.`);

/** Members of a billing interval. */
export const intervalFields = {
  interval: z.enum(intervals).describe('Unit of the billing interval.'),
  interval_count: integerField(1, Number.MAX_SAFE_INTEGER)
    .default(1)
    .describe('Units per billing period: 3 with `month` is a quarter. At most three years.'),
};

/** For `.refine`: limits an interval to three years. */
export const boundedInterval = [
  ({
    interval,
    interval_count: count,
  }: {
    interval: keyof typeof intervalCountMax;
    interval_count: number;
  }) => count <= intervalCountMax[interval],
  { path: ['interval_count'], error: 'must not make an interval longer than three years' },
] satisfies [unknown, unknown];

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
