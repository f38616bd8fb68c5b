import { type Reply, refuse, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { endedAtOf, isRecurring, toPlan } from '../../domain/catalogue.ts';
import { canonicalPlanId, isReservedPlanId } from '../../domain/plan.ts';
import type { PlanTerms } from '../../domain/price.ts';
import type { BillingTables } from '../../schema.ts';
import { changePrice } from '../prices/operations.ts';
import { findPriceNamed, findPriceOfSlug } from '../prices/queries.ts';
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
 * The refusal to sell an archived plan; undefined for active plans, which include all starter
 * plans.
 */
export async function refuseArchivedPlan(
  db: Kysely<BillingTables>,
  sellerId: Uuid,
  planId: string,
): Promise<Reply | undefined> {
  const price = await findPriceOfSlug(db, sellerId, planId);
  if (!price || endedAtOf(price) === null) return undefined;
  return refuse(
    'conflict',
    `plan: ${planId} is archived; choose another plan, or unarchive it with POST /v1/plans/{plan_id}/unarchive`,
  );
}

/** Like {@link refuseArchivedPlan}, but a subscription may keep an archived plan that it has. */
export async function refuseArchivedChange(
  db: Kysely<BillingTables>,
  { sellerId, plan: current }: { readonly sellerId: Uuid; readonly plan: PlanTerms },
  { id }: PlanTerms,
): Promise<Reply | undefined> {
  return id === current.id ? undefined : refuseArchivedPlan(db, sellerId, id);
}
