import { AppError } from '@florin/contracts';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import { planTermsOf } from '../../catalogue/plans/operations.ts';
import type { Plan } from '../../domain/catalogue.ts';
import { faultOfItems } from '../../domain/items.ts';
import { ITEMS_MAX, type Item, priceOf, type Terms } from '../../domain/price.ts';
import { planField, quantityField } from '../../fields/plan.ts';

/** Items in requests; in a change they replace all items of the subscription. */
export const itemsField = z
  .array(
    z
      .object({
        price_id: planField.meta({
          description:
            'Recurring price: its id (`price_…`), its `lookup_key`, or the id of a plan.',
          examples: ['pro_monthly'],
        }),
        quantity: quantityField.default(1),
      })
      .meta({ id: 'NewSubscriptionItem', description: 'A price and its quantity.' }),
  )
  .min(1, { error: 'must have at least one item; cancel the subscription to end it' })
  .max(ITEMS_MAX, { error: `must have at most ${ITEMS_MAX} items` })
  .optional()
  .describe(
    `All items, at most ${ITEMS_MAX}, in place of \`plan\` and \`quantity\`; the first is the plan. Their prices need one interval and one currency, and each is named once.`,
  );

/** The plan, quantity and items that a request names; absent fields stay unchanged. */
export interface AskedItems {
  readonly plan?: string | undefined;
  readonly quantity?: number | undefined;
  readonly items?: z.output<typeof itemsField>;
}

/** A rule of a request's fields, and the error where it is broken. */
export type Refinement<Fields> = [(fields: Fields) => boolean, { path: string[]; error: string }];

/** Refinement of a request with these fields: the items are named in one way. */
export const oneWayToNameItems: Refinement<AskedItems> = [
  ({ plan, quantity, items }) =>
    items === undefined || (plan === undefined && quantity === undefined),
  {
    path: ['items'],
    error: 'cannot be combined with plan or quantity; send the plan as the first item',
  },
];

/**
 * The terms that a request names, given their plans.
 * @param find throws for an unknown plan
 * @throws AppError invalid_request for items that do not fit together; errors of `find`, with the
 * field that they are about
 */
export async function resolveItems(
  { plan = '', quantity = 1, items }: AskedItems,
  find: (name: string) => Promise<Plan>,
): Promise<Terms> {
  if (!items) return assertFit({ plan: planTermsOf(await find(plan), plan), quantity });
  const found = await Promise.all(
    items.map(async ({ price_id: name, quantity: count }, index): Promise<Item> => {
      const named = await find(name).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        const message = error.message
          .replace(/^plan: /v, '')
          .replace('unknown plan', 'unknown price');
        throw new AppError(error.code, `items.${index}.price_id: ${message}`);
      });
      return { plan: planTermsOf(named, name), quantity: count };
    }),
  );
  const [first, ...addOns] = found;
  if (!first) throw new AppError('invalid_request', 'items: must have at least one item');
  return assertFit({ ...first, addOns });
}

/** @throws AppError invalid_request for items that do not fit together or cost too much. */
export function assertFit(terms: Terms): Terms {
  const fault = faultOfItems(terms);
  if (fault !== undefined) throw new AppError('invalid_request', fault);
  if (priceOf(terms) > AMOUNT_MINOR_MAX)
    throw new AppError(
      'invalid_request',
      terms.addOns?.length
        ? `items: cost more than ${AMOUNT_MINOR_MAX} for a period, the largest amount`
        : `quantity: times the plan price exceeds ${AMOUNT_MINOR_MAX}, the largest amount`,
    );
  return terms;
}
