import type { Currency } from '@florin/money';
import type { PlanTerms } from './price.ts';

const prices = [
  ['basic', 'Basic', 1_000n],
  ['pro', 'Pro', 2_500n],
  ['business', 'Business', 9_900n],
] as const;

/** Ids reserved for starter plans in every account; a bare name means the monthly plan. */
const bareNames: ReadonlyMap<string, string> = new Map(
  prices.map(([id]) => [id, `${id}_monthly`] as const),
);

/** Plans that every account has from the start, in any currency; a year costs ten months. */
export function starterPlans(currency: Currency): readonly PlanTerms[] {
  return prices.flatMap(([id, name, amount]) => [
    {
      id: `${id}_monthly`,
      name: `${name}, monthly`,
      amount,
      currency,
      interval: 'month' as const,
      intervalCount: 1,
    },
    {
      id: `${id}_yearly`,
      name: `${name}, yearly`,
      amount: amount * 10n,
      currency,
      interval: 'year' as const,
      intervalCount: 1,
    },
  ]);
}

/** The canonical id for a client's name of a plan. */
export function canonicalPlanId(id: string): string {
  return bareNames.get(id) ?? id;
}

/** The plan's name in the request, which responses repeat. */
export function sentNameOf({ id, sentAs }: Pick<PlanTerms, 'id' | 'sentAs'>): string {
  return sentAs ?? id;
}

/** Whether accounts may not use this id for their own plans. */
export function isReservedPlanId(id: string): boolean {
  return [...bareNames.keys()].some(
    (name) => id === name || id === `${name}_monthly` || id === `${name}_yearly`,
  );
}
