import { after } from './calendar.ts';
import { plans, type Terms } from './story.ts';

export interface Charge extends Terms {
  readonly name: string;
  readonly amount: number;
  readonly anchor: number;
  readonly index: number;
  readonly start: number;
  readonly end: number;
  /** As it was first invoiced. */
  readonly seconds: number;
}

export const describeTerms = ({ plan, quantity }: Terms) => `${quantity} ${plans[plan]?.id}`;

/** The charge for a whole period. */
export function whole(
  terms: Terms,
  { anchor, index }: { anchor: number; index: number },
  name: string,
): Charge {
  const length = plans[terms.plan];
  if (!length) throw new Error('there is no such plan');
  const [start, end] = [after(anchor, length, index), after(anchor, length, index + 1)];
  const { plan, quantity } = terms;
  const seconds = (end - start) / 1_000;
  return {
    plan,
    quantity,
    name,
    amount: priceOf(terms),
    anchor,
    index: index + 1,
    start,
    end,
    seconds,
  };
}

export function priceOf({ plan, quantity }: Terms): number {
  return (plans[plan]?.price ?? 0) * quantity;
}

/** Only compared. */
export function lengthOf({ plan }: Terms): number {
  const { months = 0, days = 0 } = plans[plan] ?? {};
  return months * 30 + days;
}
