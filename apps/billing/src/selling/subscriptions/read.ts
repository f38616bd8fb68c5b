import { type Caller, parsePublicId, type Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canReadAsParty } from '../../accounts/access.ts';
import { findPrice, findPriceNamed } from '../../catalogue/prices/queries.ts';
import { canonicalPlanId } from '../../domain/plan.ts';
import { toSubscriptionResource } from '../../domain/resources/subscription.ts';
import type { Stored } from '../../domain/subscription/model.ts';
import {
  checkCursor,
  type ListQuery,
  toCustomerFilter,
  toList,
  toPageRequest,
} from '../../lists.ts';
import { findSubscription, selectSubscriptions } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';

interface Deps {
  readonly db: Kysely<BillingTables>;
}

/**
 * A subscription that the caller may read.
 * @throws AppError not_found otherwise.
 */
export async function getVisibleSubscription(
  { db }: Deps,
  caller: Caller,
  id: Uuid,
): Promise<Stored> {
  const stored = await findSubscription(db, id);
  const isVisible = stored && stored.version > 0 && canReadAsParty(caller, stored.subscription);
  if (!isVisible) throw notFound('subscription');
  return stored;
}

export interface SubscriptionQuery extends ListQuery {
  readonly customer_id?: string | undefined;
  readonly plan?: string | undefined;
  readonly status?: string | undefined;
  readonly test_clock_id?: Uuid | null | undefined;
  readonly customer_email?: string | undefined;
}

/** A page of the subscriptions that the caller may read, newest first. */
export async function listSubscriptions(deps: Deps, caller: Caller, query: SubscriptionQuery) {
  await checkCursor(query, (id) => getVisibleSubscription(deps, caller, id));
  const filter = {
    ...toPageRequest(caller, query),
    customer: toCustomerFilter(query.customer_id),
    plans: query.plan === undefined ? undefined : await planIdsOf(deps, caller, query.plan),
    status: query.status,
    testClockId: query.test_clock_id,
    email: query.customer_email,
  };
  const rows = await selectSubscriptions(deps.db, filter, query.limit + 1);
  return toList(rows, query, ({ subscription, updatedAt }) =>
    toSubscriptionResource(subscription, updatedAt),
  );
}

/** The plan ids that subscriptions keep, for a plan id, a lookup key or the id of a price. */
async function planIdsOf({ db }: Deps, caller: Caller, plan: string): Promise<readonly string[]> {
  const priceId = parsePublicId('price', plan);
  const price =
    priceId === undefined
      ? caller.accountId && (await findPriceNamed(db, caller.accountId, plan))
      : await findPrice(db, priceId);
  return [...new Set([canonicalPlanId(plan), ...(price ? [price.slug] : [])])];
}
