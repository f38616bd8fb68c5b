import { type Reply, refuse, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import { type Kysely, sql } from 'kysely';
import type { BillingTables } from '../schema.ts';
import { canonicalPlanId, isReservedPlanId, type PlanTerms } from './model.ts';
import { type PlansDeps, toPlanResource } from './operations.ts';
import { findPlan } from './queries.ts';

/** A change of a plan; absent members stay. */
export interface PlanChange {
  readonly name?: string | undefined;
  readonly isArchived?: boolean | undefined;
}

/** Renames or archives a plan of an account, or takes it out of the archive; repeated, it changes nothing. */
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
    await tx
      .updateTable('plans')
      .set({
        ...(name === undefined ? {} : { name }),
        ...(isArchived === undefined
          ? {}
          : {
              archived_at: isArchived ? sql<Date>`coalesce(archived_at, clock_timestamp())` : null,
            }),
      })
      .where('account_id', '=', accountId)
      .where('slug', '=', slug)
      .execute();
    const plan = await findPlan(tx, accountId, slug);
    if (!plan) throw notFound('plan');
    return { status: 200, body: toPlanResource(plan) };
  });
}

/** Why a plan cannot be sold: it is archived. Undefined where it can be, as starter plans always can. */
export async function refuseArchivedPlan(
  db: Kysely<BillingTables>,
  sellerId: Uuid,
  planId: string,
): Promise<Reply | undefined> {
  const plan = await findPlan(db, sellerId, planId);
  if (!plan || plan.archivedAt === null) return undefined;
  return refuse(
    'conflict',
    `plan: ${planId} is archived; choose another plan, or POST /v1/plans/{plan_id}/unarchive first`,
  );
}

/** Likewise for a change of a subscription, which may keep an archived plan that it has. */
export async function refuseArchivedChange(
  db: Kysely<BillingTables>,
  { sellerId, plan: current }: { readonly sellerId: Uuid; readonly plan: PlanTerms },
  { id }: PlanTerms,
): Promise<Reply | undefined> {
  return id === current.id ? undefined : refuseArchivedPlan(db, sellerId, id);
}
