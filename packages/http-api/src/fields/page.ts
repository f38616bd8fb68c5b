import { type IdKind, idPatternOf, idPrefixes, parsePublicId, type Uuid } from '@florin/contracts';
import { z } from 'zod';
import { kindsInWords } from './id-words.ts';
import { idMeta } from './ids.ts';
import { instantField } from './instants.ts';

const LIMIT_MAX = 100;
const PAGE_MAX = 999_999_999_999;

/** `limit` of a list. Clamped to the maximum; anything but a positive integer is refused. */
export function limitField(initial: number) {
  return z
    .string()
    .regex(/^\+?0*[1-9]\d*$/, 'must be a positive integer')
    .transform((digits) => Math.min(Number(digits), LIMIT_MAX))
    .default(initial)
    .meta({
      description: `Maximum number of results, up to ${LIMIT_MAX}; larger values count as ${LIMIT_MAX}.`,
      ...{ type: 'integer', minimum: 1, default: initial },
    });
}

/** Inclusive `created_at` filters of a list. */
export const createdFields = {
  created_after: instantField('from').optional(),
  created_before: instantField('to').optional(),
};

const amountBound = (description: string) =>
  z
    .string()
    .regex(/^\d{1,18}$/, 'must be an amount in minor units, for example 1000 for 10.00 USD')
    .transform((digits) => BigInt(digits))
    .optional()
    .meta({
      description,
      ...{ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, examples: [1000] },
    });

/** Inclusive amount filters of a list, in minor units. */
export const amountFields = {
  amount_min: amountBound('Only amounts of at least this many minor units.'),
  amount_max: amountBound('Only amounts of at most this many minor units.'),
};

/** Sort order of a list by creation time. */
export const orderField = z
  .enum(['asc', 'desc'], { error: 'must be asc or desc' })
  .default('desc')
  .meta({ description: 'Sort order by creation time: newest first (desc) or oldest first (asc).' });

/** Converts query filters to the bounds that stores take. */
export function boundsOf(query: {
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
  readonly livemode?: boolean | undefined;
  readonly amount_min?: bigint | undefined;
  readonly amount_max?: bigint | undefined;
}) {
  const { created_after: createdAfter, created_before: createdBefore, livemode } = query;
  const { amount_min: amountMin, amount_max: amountMax } = query;
  return { createdAfter, createdBefore, livemode, amountMin, amountMax };
}

/** Converts query cursors to the page that stores take. */
export function pageOf(
  query: {
    readonly limit: number;
    readonly starting_after?: Uuid | undefined;
    readonly ending_before?: Uuid | undefined;
    readonly order?: 'asc' | 'desc' | undefined;
  } & Parameters<typeof boundsOf>[0],
) {
  const { limit, starting_after: after, ending_before: before, order } = query;
  return { limit, after, before, order, ...boundsOf(query) };
}

/** Cursor parameters of a list. */
export function cursorFields(kind: IdKind) {
  const cursor = (description: string) =>
    z
      .string()
      .meta({ description, examples: idMeta(kind).examples, pattern: idPatternOf(kind) })
      .transform((id, context) => {
        const uuid = parsePublicId(kind, id);
        if (uuid !== undefined) return uuid;
        context.issues.push({ code: 'custom', input: id, message: 'is not an id from this list' });
        return z.NEVER;
      })
      .optional();
  return {
    limit: limitField(20),
    starting_after: cursor('Returns results after this id: the last id of the previous page.'),
    ending_before: cursor('Returns results before this id: the first id of the next page.'),
    order: orderField,
    ...createdFields,
  };
}

/** Filter by a related object. A malformed id becomes null, which matches nothing. */
export function filterField(kind: IdKind) {
  return z
    .string()
    .meta({
      ...idMeta(kind),
      description: `Filter by ${kindsInWords[kind]} (\`${idPrefixes[kind]}_…\`).`,
    })
    .transform((id) => parsePublicId(kind, id) ?? null)
    .optional();
}

/** A query parameter that is `true`, `false` or absent. */
export const flagField = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true')
  .optional();

/** Filter by live or test accounts. */
export const livemodeField = flagField.meta({
  description:
    'Filter by mode: live accounts or test accounts. All objects of one account have the same mode.',
});

/** Filters of a list that spans all accounts for some callers. */
export const accountFields = {
  account_id: filterField('account').meta(
    idMeta('account', 'Only results of this account, for callers that can read several. '),
  ),
  livemode: livemodeField,
};

/** For `.refine` on the query's schema: refuses both cursors at once. */
export const oneCursor = [
  (query: { starting_after?: unknown; ending_before?: unknown }) =>
    query.starting_after === undefined || query.ending_before === undefined,
  'send starting_after or ending_before, not both',
] as const;

/** Cache of list schemas: a list of the same items must be the same schema, since it has a name. */
const lists = new WeakMap<z.ZodType, z.ZodType>();

/** Response schema of a list with cursors. */
export function listReply<Item extends z.ZodType>(item: Item) {
  const known = lists.get(item) as ReturnType<typeof makeListReply<Item>> | undefined;
  const list = known ?? makeListReply(item);
  lists.set(item, list);
  return list;
}

function makeListReply<Item extends z.ZodType>(item: Item) {
  const id = item.meta()?.id;
  const list = z.object({
    object: z.literal('list').meta({ description: 'Always `list`.' }),
    data: z.array(item).meta({ description: 'Results in the requested order, at most `limit`.' }),
    has_more: z
      .boolean()
      .meta({ description: 'Whether there are more results in this direction.' }),
  });
  const description =
    'A page of a list. Send the `id` of the last result as `starting_after` for the next page.';
  return id === undefined ? list : list.meta({ id: `${id}List`, description });
}

/**
 * Items of a page in list order, from rows read with one extra in the direction of travel, which is
 * reversed for a `before` cursor.
 */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  direction: 'before' | 'after',
): { readonly items: readonly Row[]; readonly hasMore: boolean } {
  const items = rows.slice(0, limit);
  if (direction === 'before') items.reverse();
  return { items, hasMore: rows.length > limit };
}

/** Response body of a list with cursors. */
export function listBody<Item, Shown>(
  { items, hasMore }: { readonly items: readonly Item[]; readonly hasMore: boolean },
  toResource: (item: Item) => Shown,
) {
  const data = items.map((item) => toResource(item));
  return { object: 'list' as const, data, has_more: hasMore };
}

/** `page` parameter of a numbered list, starting at 1. */
export const pageField = z
  .string()
  .regex(/^\+?0*[1-9]\d{0,11}$/, {
    error: ({ input }) =>
      /^\+?\d+$/.test(String(input)) && Number(input) > PAGE_MAX
        ? `must be at most ${PAGE_MAX}`
        : 'must be a positive integer',
  })
  .transform(Number)
  .default(1)
  .meta({
    description: 'Page number, from 1.',
    ...{ type: 'integer', minimum: 1, maximum: PAGE_MAX, default: 1 },
  });
