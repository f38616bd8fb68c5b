import { AppError } from '@florin/contracts';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { priceOf, type Terms } from '../domain/plan-terms.ts';
import type { Subscription } from '../domain/subscription.ts';
import { type Plans, termsOf } from '../operations/plans.ts';
import { tooDear } from './subscription-fields.ts';

/** What a client wants a subscription to become; what it leaves out stays. */
export interface WishedTerms {
  readonly plan?: string | undefined;
  readonly quantity?: number | undefined;
}

/**
 * The plan and quantity that a client asks for.
 * @throws AppError not_found, currency_mismatch, or invalid_request for what would be too dear.
 */
export async function findTerms(
  plans: Plans,
  { sellerId, plan: current, quantity: before }: Subscription,
  wish: WishedTerms,
): Promise<Terms> {
  // The catalogue in the subscription's own currency: a plan keeps its price.
  const shop = { id: sellerId, currency: current.currency };
  const plan = wish.plan === undefined ? current : termsOf(await plans.get(shop, wish.plan));
  if (plan.currency !== current.currency)
    throw new AppError(
      'currency_mismatch',
      `the plan is priced in ${plan.currency}, the subscription in ${current.currency}: create a new one`,
    );
  const terms = { plan, quantity: wish.quantity ?? before };
  if (priceOf(terms) > AMOUNT_MINOR_MAX) throw tooDear();
  return terms;
}
