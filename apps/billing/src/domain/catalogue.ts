import type { Currency } from '@florin/money';
import type { PlanTerms } from './plan-terms.ts';

const prices = [
  ['basic', 'Basic', 1_000n],
  ['pro', 'Pro', 2_500n],
  ['business', 'Business', 9_900n],
] as const;

/** Ids that are the catalogue's in every account; a bare name means the monthly plan. */
const bareNames: ReadonlyMap<string, string> = new Map(
  prices.map(([id]) => [id, `${id}_monthly`] as const),
);

/** The plans that everybody can use from the start, in any currency; a year costs ten months. */
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

/** The id that a client's name for a plan stands for. */
export function canonicalPlanId(id: string): string {
  return bareNames.get(id) ?? id;
}

/** Whether no account may give this id to a plan of its own. */
export function isReservedPlanId(id: string): boolean {
  return [...bareNames.keys()].some(
    (name) => id === name || id === `${name}_monthly` || id === `${name}_yearly`,
  );
}
