import {
  AppError,
  livemodeOf,
  type PlanResource,
  type Reply,
  refuse,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type Bounds, type IdempotencyKey, runOnce } from '@florin/database';
import { nearestName } from '@florin/http-api';
import { type Currency, toJsonAmount } from '@florin/money';
import { STANDARD } from '@florin/tax';
import type { Kysely, Transaction } from 'kysely';
import { isRecurring, type Plan, priceIdOf, toPlan } from '../../domain/catalogue.ts';
import { canonicalPlanId, starterPlans } from '../../domain/plan.ts';
import type { PlanTerms } from '../../domain/price.ts';
import type { BillingTables } from '../../schema.ts';
import {
  findPriceNamed,
  insertPrice,
  type PlanCursor,
  selectRecurringPrices,
} from '../prices/queries.ts';
import { deleteProductRow, insertProduct } from '../products/queries.ts';

/** Own plans that are compared with an unknown name. */
const NAMED_MAX = 30;

export interface PlansDeps {
  readonly db: Kysely<BillingTables>;
}

/** A plan that a seller can sell: its own, or a starter plan in its currency. */
export async function findSoldPlan(
  { db }: PlansDeps,
  seller: Seller,
  id: string,
): Promise<Plan | undefined> {
  const slug = canonicalPlanId(id);
  const starter = catalogue(seller.currency).find((plan) => plan.id === slug);
  return starter ?? findPlan(db, seller.id, slug);
}

/** @throws AppError not_found with a suggestion of the plan that was probably meant. */
export async function getPlan(deps: PlansDeps, seller: Seller, id: string): Promise<Plan> {
  const plan = await findSoldPlan(deps, seller, id);
  if (plan) return plan;
  if (await findPriceNamed(deps.db, seller.id, id))
    throw new AppError(
      'not_found',
      `plan: ${id} is a one-time price, for invoices; choose a recurring price`,
    );
  const own = await selectPlans(deps.db, seller.id, undefined, NAMED_MAX, { isArchived: false });
  const names = [...catalogue(seller.currency), ...own].map((known) => known.id);
  const nearest = nearestName(id, names);
  const hint = nearest === undefined ? '' : `did you mean ${nearest}? `;
  throw new AppError('not_found', `unknown plan; ${hint}see GET /v1/plans`);
}

/** The recurring price that a text names: a plan id, a lookup key or the id of a price. */
export async function findPlan(
  db: Kysely<BillingTables>,
  accountId: Uuid,
  name: string,
): Promise<Plan | undefined> {
  const price = await findPriceNamed(db, accountId, name);
  return price && isRecurring(price) ? toPlan(price) : undefined;
}

/** Own plans in paging order. */
async function selectPlans(
  db: Kysely<BillingTables>,
  accountId: Uuid,
  cursor: PlanCursor | undefined,
  rowsMax: number,
  bounds: Bounds & { readonly isArchived: boolean },
): Promise<readonly Plan[]> {
  return (await selectRecurringPrices(db, accountId, cursor, rowsMax, bounds)).map(toPlan);
}

/** A plan is a price of a product of its own; undefined if the account already has its id. */
async function insertPlan(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  { id: slug, name, amount, currency, interval, intervalCount, ...terms }: PlanTerms,
): Promise<Plan | undefined> {
  const { taxClass = STANDARD, supply = 'services', taxBehavior = null } = terms;
  const id = priceIdOf(accountId, slug);
  if (id === null) return undefined;
  const owned = { accountId, name, taxClass, supply, metadata: {} };
  const product = await insertProduct(tx, { ...owned, description: null, unitLabel: null });
  const recurring = { interval, intervalCount };
  const created = await insertPrice(tx, {
    ...{ ...owned, id, productId: product.id, slug, lookupKey: slug },
    ...{ amount, currency, recurring, taxBehavior },
  });
  if (!created) await deleteProductRow(tx, product.id);
  return created && toPlan({ ...created, recurring });
}

export function createPlan(
  { db }: PlansDeps,
  accountId: Uuid,
  terms: PlanTerms,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const plan = await insertPlan(tx, accountId, terms);
    if (!plan)
      return refuse(
        'conflict',
        `the plan ${terms.id} already exists and its price cannot change; choose another id`,
      );
    return { status: 201, body: toPlanResource(plan) };
  });
}

/** The seller's own plans by age, then the starter plans, which count as oldest. */
export async function listPlans(deps: PlansDeps, seller: Seller, query: PlanQuery) {
  const { limit, starting_after, ending_before, order, archived = false, ...rest } = query;
  const bounds = { ...rest, isArchived: archived };
  const isBounded = (bounds.createdAfter ?? bounds.createdBefore) !== undefined;
  const starters = isBounded || archived ? [] : catalogue(seller.currency);
  const list = { seller, starters, bounds };
  const cursor = starting_after ?? ending_before;
  if (cursor !== undefined && !(await isListed(deps, list, cursor)))
    throw new AppError('invalid_request', 'the cursor does not exist; use an id from this list');
  const isAscending = order === 'asc';
  // Reversing the order swaps the two sides of a cursor.
  const plans =
    (ending_before !== undefined) === isAscending
      ? await pageAfter(deps, list, cursor, limit)
      : await pageBefore(deps, list, cursor, limit);
  const page = plans.slice(0, limit).map(toPlanResource);
  return {
    object: 'list' as const,
    data: isAscending ? page.reverse() : page,
    has_more: plans.length > limit,
  };
}

/** Sources and bounds of a list of plans. */
interface PlanList {
  readonly seller: Seller;
  readonly starters: readonly Plan[];
  readonly bounds: Bounds & { readonly isArchived: boolean };
}

async function isListed(
  { db }: PlansDeps,
  { seller, starters }: PlanList,
  id: string,
): Promise<boolean> {
  const slug = canonicalPlanId(id);
  return starters.some((plan) => plan.id === slug) || !!(await findPlan(db, seller.id, slug));
}

/** Returns one more than the limit if there are more. */
async function pageAfter(
  { db }: PlansDeps,
  { seller, starters, bounds }: PlanList,
  slug: string | undefined,
  limit: number,
): Promise<readonly Plan[]> {
  const place = starters.findIndex((plan) => plan.id === slug);
  if (place !== -1) return starters.slice(place + 1, place + limit + 2);
  const cursor = slug === undefined ? undefined : ({ slug, side: 'older' } as const);
  const own = await selectPlans(db, seller.id, cursor, limit + 1, bounds);
  return [...own, ...starters].slice(0, limit + 1);
}

/** The page directly before a plan, or the last page; one more than the limit if there are more. */
async function pageBefore(
  { db }: PlansDeps,
  { seller, starters, bounds }: PlanList,
  slug: string | undefined,
  limit: number,
): Promise<readonly Plan[]> {
  const place =
    slug === undefined ? starters.length : starters.findIndex((plan) => plan.id === slug);
  const rowsMax = limit + 1;
  // Upwards from the cursor: preceding starter plans first, then own plans.
  const nearest = place === -1 ? [] : starters.slice(0, place).reverse();
  const own =
    place === -1 && slug !== undefined
      ? await selectPlans(db, seller.id, { slug, side: 'newer' }, rowsMax, bounds)
      : (await selectPlans(db, seller.id, undefined, OWN_PLANS_MAX, bounds)).toReversed();
  const upwards = [...nearest, ...own].slice(0, rowsMax);
  const page = upwards.slice(0, limit).reverse();
  return [...page, ...upwards.slice(limit)];
}

/** Own plans that are read to find the oldest of them. */
const OWN_PLANS_MAX = 10_000;

export interface PlanQuery extends Bounds {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly archived?: boolean | undefined;
}

/** The seller of the plans, and the currency of its starter plans. */
export interface Seller {
  readonly id: Uuid;
  readonly currency: Currency;
}

function catalogue(currency: Currency): readonly Plan[] {
  const made = {
    ...{ priceId: null, productId: null, accountId: null },
    ...{ createdAt: null, archivedAt: null },
  };
  return starterPlans(currency).map((plan) => ({ ...plan, ...made }));
}

/** A plan as clients see it. */
export function toPlanResource(plan: Plan): PlanResource {
  return {
    id: plan.id,
    object: 'plan',
    livemode: livemodeOf(plan.accountId),
    name: plan.name,
    amount: typeof plan.amount === 'bigint' ? toJsonAmount(plan.amount) : null,
    price_id: plan.priceId && toPublicId('price', plan.priceId),
    product_id: plan.productId && toPublicId('product', plan.productId),
    currency: plan.currency,
    interval: plan.interval,
    interval_count: plan.intervalCount,
    tax_class: plan.taxClass ?? 'standard',
    supply: plan.supply ?? 'services',
    tax_behavior: plan.taxBehavior ?? null,
    account_id: plan.accountId === null ? null : toPublicId('account', plan.accountId),
    archived_at: plan.archivedAt?.toISOString() ?? null,
    created_at: plan.createdAt?.toISOString() ?? null,
  };
}

/** The part of a plan that a subscription stores, with its name in the request. */
export function planTermsOf(plan: Plan, sentAs = plan.id): PlanTerms {
  const { priceId, productId, accountId, createdAt, archivedAt, ...terms } = plan;
  return sentAs === plan.id ? terms : { ...terms, sentAs };
}
