import {
  AppError,
  type PlanResource,
  type Reply,
  refuse,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type Created, type IdempotencyKey, runOnce } from '@florin/database';
import { nearestName } from '@florin/http-api';
import { type Currency, toJsonAmount } from '@florin/money';
import type { Kysely } from 'kysely';
import { canonicalPlanId, isReservedPlanId, starterPlans } from '../domain/catalogue.ts';
import type { PlanTerms } from '../domain/plan-terms.ts';
import { findPlan, insertPlan, listPlans, type Plan } from '../store/plans.ts';
import type { BillingTables } from '../store/schema.ts';

/** Of an unknown plan's message: more ids than this would not help. */
const NAMED_MAX = 30;

/** The plans of accounts: their own, and the catalogue's in their currency. */
export function makePlans(db: Kysely<BillingTables>) {
  async function find(seller: Seller, id: string): Promise<Plan | undefined> {
    const slug = canonicalPlanId(id);
    const starter = catalogue(seller.currency).find((plan) => plan.id === slug);
    return starter ?? findPlan(db, seller.id, slug);
  }

  return {
    find,

    /** @throws AppError not_found that names the plan that was probably meant. */
    async get(seller: Seller, id: string): Promise<Plan> {
      const plan = await find(seller, id);
      if (plan) return plan;
      const own = await listPlans(db, seller.id, undefined, NAMED_MAX);
      const names = [...catalogue(seller.currency), ...own].map((known) => known.id);
      const nearest = nearestName(id, names);
      const hint = nearest === undefined ? '' : `did you mean ${nearest}? `;
      throw new AppError('not_found', `unknown plan: ${hint}see GET /v1/plans`);
    },

    create(accountId: Uuid, terms: PlanTerms, key: IdempotencyKey | undefined): Promise<Reply> {
      return runOnce(db, key, async (tx) => {
        const plan = isReservedPlanId(terms.id)
          ? undefined
          : await insertPlan(tx, accountId, terms);
        if (!plan)
          return refuse(
            'conflict',
            `there is a plan ${terms.id}, and plans never change: choose another id`,
          );
        return { status: 201, body: toPlanResource(plan) };
      });
    },

    /** The account's own plans, newest first, then the catalogue, which has always been there. */
    async list(seller: Seller, { limit, starting_after, ending_before, ...created }: PlanQuery) {
      const isBounded = (created.createdAfter ?? created.createdBefore) !== undefined;
      const span = { seller, starters: isBounded ? [] : catalogue(seller.currency), created };
      const cursor = starting_after ?? ending_before;
      if (cursor !== undefined && !(await isListed(span, cursor)))
        throw new AppError('invalid_request', 'the cursor names no plan: use an id from this list');
      const plans = ending_before
        ? await before(span, ending_before, limit)
        : await after(span, starting_after, limit);
      return {
        object: 'list',
        data: plans.slice(0, limit).map(toPlanResource),
        has_more: plans.length > limit,
      };
    },
  };

  async function isListed({ seller, starters }: PlanSpan, id: string): Promise<boolean> {
    const slug = canonicalPlanId(id);
    return starters.some((plan) => plan.id === slug) || !!(await findPlan(db, seller.id, slug));
  }

  /** One more than the limit, when there are more. */
  async function after(
    { seller, starters, created }: PlanSpan,
    slug: string | undefined,
    limit: number,
  ) {
    const place = starters.findIndex((plan) => plan.id === slug);
    if (place !== -1) return starters.slice(place + 1, place + limit + 2);
    const cursor = slug === undefined ? undefined : ({ slug, side: 'older' } as const);
    const own = await listPlans(db, seller.id, cursor, limit + 1, created);
    return [...own, ...starters].slice(0, limit + 1);
  }

  /** The page directly before a plan; one more behind it when there are more. */
  async function before({ seller, starters, created }: PlanSpan, slug: string, limit: number) {
    const place = starters.findIndex((plan) => plan.id === slug);
    const rowsMax = limit + 1;
    // Upwards from the cursor: first what precedes it in the catalogue, then own plans.
    const nearest = place === -1 ? [] : starters.slice(0, place).reverse();
    const own =
      place === -1
        ? await listPlans(db, seller.id, { slug, side: 'newer' }, rowsMax, created)
        : (await listPlans(db, seller.id, undefined, MANY, created)).toReversed();
    const upwards = [...nearest, ...own].slice(0, rowsMax);
    const page = upwards.slice(0, limit).reverse();
    return [...page, ...upwards.slice(limit)];
  }
}

/** Own plans that are looked through from the oldest. */
const MANY = 10_000;

export type Plans = ReturnType<typeof makePlans>;

export interface PlanQuery extends Created {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

/** Whose plans, and in which currency the catalogue is priced. */
export interface Seller {
  readonly id: Uuid;
  readonly currency: Currency;
}

/** What a list shows of. */
interface PlanSpan {
  readonly seller: Seller;
  readonly starters: readonly Plan[];
  readonly created: Created;
}

function catalogue(currency: Currency): readonly Plan[] {
  return starterPlans(currency).map((plan) => ({ ...plan, accountId: null, createdAt: null }));
}

/** A plan as clients see it. */
export function toPlanResource(plan: Plan): PlanResource {
  return {
    id: plan.id,
    object: 'plan',
    name: plan.name,
    amount: toJsonAmount(plan.amount),
    currency: plan.currency,
    interval: plan.interval,
    interval_count: plan.intervalCount,
    account_id: plan.accountId === null ? null : toPublicId('account', plan.accountId),
    created_at: plan.createdAt?.toISOString() ?? null,
  };
}

/** Only what a subscription keeps of a plan. */
export function termsOf(plan: Plan): PlanTerms {
  const { id, name, amount, currency, interval, intervalCount } = plan;
  return { id, name, amount, currency, interval, intervalCount };
}
