import { type Reply, refuse, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { endedAtOf, isRecurring, toPlan } from '../../domain/catalogue.ts';
import { canonicalPlanId, isReservedPlanId } from '../../domain/plan.ts';
import { type Item, itemsOf, type PlanTerms, type Terms } from '../../domain/price.ts';
import type { BillingTables } from '../../schema.ts';
import { changePrice } from '../prices/operations.ts';
import { findPriceNamed, findPriceOfSlug, recordSale } from '../prices/queries.ts';
import { type PlansDeps, toPlanResource } from './operations.ts';

/** Changes of a plan; absent fields stay. */
export interface PlanChange {
  readonly name?: string | undefined;
  readonly isArchived?: boolean | undefined;
}

/** Renames, archives or restores a plan of an account. Idempotent. */
export function changePlan(
  { db }: PlansDeps,
  accountId: Uuid,
  { id, name, isArchived }: PlanChange & { readonly id: string },
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const slug = canonicalPlanId(id);
    if (isReservedPlanId(slug))
      return refuse(
        'conflict',
        'a starter plan is the same in every account and cannot be changed',
      );
    const price = await findPriceNamed(tx, accountId, slug);
    if (!price || !isRecurring(price)) throw notFound('plan');
    const isActive = isArchived === undefined ? undefined : !isArchived;
    const saved = await changePrice(tx, price.id, { name, isActive });
    return { status: 200, body: toPlanResource(toPlan({ ...saved, recurring: price.recurring })) };
  });
}

/**
 * The refusal to sell plans if one is archived or was deleted; undefined for other plans, which
 * include all starter plans. Records the sales.
 * @param known plans that need no check
 */
export async function refuseUnsold(
  db: Kysely<BillingTables>,
  sellerId: Uuid,
  items: readonly Item[],
  known: readonly string[] = [],
): Promise<Reply | undefined> {
  for (const [index, { plan }] of items.entries()) {
    if (known.includes(plan.id)) continue;
    const field = index === 0 ? 'plan' : `items.${index}.price_id`;
    const refusal = await refuseUnsoldPlan(db, sellerId, plan, field);
    if (refusal) return refusal;
  }
  return undefined;
}

async function refuseUnsoldPlan(
  db: Kysely<BillingTables>,
  sellerId: Uuid,
  { id }: PlanTerms,
  field: string,
): Promise<Reply | undefined> {
  if (isReservedPlanId(id)) return undefined;
  const price = await findPriceOfSlug(db, sellerId, id);
  if (!price || !(await recordSale(db, price)))
    return refuse('conflict', `${field}: ${id} was deleted; choose another plan`);
  if (endedAtOf(price) === null) return undefined;
  const isPlan = price.slug === price.lookupKey;
  const remedy = isPlan
    ? 'unarchive it with POST /v1/plans/{plan_id}/unarchive'
    : 'set `active` of the price and of its product with PATCH';
  return refuse('conflict', `${field}: ${id} is archived; choose another plan, or ${remedy}`);
}

/** Like {@link refuseUnsold}, but a subscription may keep plans that it has. */
export function refuseUnsoldChange(
  db: Kysely<BillingTables>,
  current: Terms & { readonly sellerId: Uuid },
  terms: Terms,
): Promise<Reply | undefined> {
  const known = itemsOf(current).map(({ plan }) => plan.id);
  return refuseUnsold(db, current.sellerId, itemsOf(terms), known);
}
