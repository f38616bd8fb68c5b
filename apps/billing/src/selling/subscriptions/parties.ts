import {
  AppError,
  type Caller,
  isLive,
  parsePublicId,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../../accounts/access.ts';
import {
  type Account,
  type AccountsDeps,
  findAccount,
  getPlatformAccount,
} from '../../accounts/find.ts';
import { findSoldPlan, getPlan } from '../../catalogue/plans/operations.ts';
import type { Plan } from '../../domain/catalogue.ts';
import { canonicalPlanId } from '../../domain/plan.ts';
import type { Terms } from '../../domain/price.ts';
import { findCustomer } from '../../records/customers-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { type AskedItems, resolveItems } from './items.ts';

/** Seller, payer and items of a new subscription. */
export interface SubscriptionTerms extends Terms {
  readonly sellerId: Uuid;
  readonly timezone: string;
  readonly payerAccountId: Uuid | null;
  /** Null if an account pays, or if the external id is resolved at creation. */
  readonly customerId: Uuid | null;
  readonly externalId: string | null;
}

export interface TermsRequest {
  readonly customerReference: string;
  readonly items: AskedItems;
  /** The account that an admin acts for; undefined for other callers. */
  readonly accountId: Uuid | undefined;
}

export interface TermsDeps extends AccountsDeps {
  readonly db: Kysely<BillingTables>;
}

/**
 * Determines payer and seller: the caller's own account buys from the platform, all other customers
 * buy from the caller.
 */
export async function findSubscriptionTerms(
  deps: TermsDeps,
  caller: Caller,
  request: TermsRequest,
  requestId: string,
): Promise<SubscriptionTerms> {
  const payerId = parsePublicId('account', request.customerReference);
  if (payerId !== undefined) return buyFromPlatform(deps, caller, payerId, request, requestId);
  const customerId = parsePublicId('customer', request.customerReference);
  const customer = customerId === undefined ? undefined : await findCustomer(deps.db, customerId);
  const isHidden = customerId !== undefined && !(customer && canRead(caller, customer.accountId));
  if (isHidden) throw notFound('customer');
  if (customer) assertSameAccount(request, customer.accountId, 'the customer belongs to');
  const sellerId = customer?.accountId ?? request.accountId ?? caller.accountId;
  const seller = sellerId === null ? undefined : await findOpenAccount(deps, sellerId, requestId);
  if (!seller) throw new AppError('not_found', 'this token has no open account to sell for');
  const terms = await resolveItems(request.items, async (name) =>
    assertCurrency(await getPlanToSell(deps, seller, name, requestId), seller),
  );
  return {
    sellerId: seller.id,
    timezone: seller.timezone,
    payerAccountId: null,
    customerId: customer?.id ?? null,
    externalId: customer ? null : request.customerReference,
    ...terms,
  };
}

async function buyFromPlatform(
  deps: TermsDeps,
  caller: Caller,
  payerId: Uuid,
  request: TermsRequest,
  requestId: string,
): Promise<SubscriptionTerms> {
  const payer = canRead(caller, payerId)
    ? await findOpenAccount(deps, payerId, requestId)
    : undefined;
  if (!payer) throw notFound('customer');
  assertSameAccount(request, payer.id, 'the payer is');
  const platform = await getPlatformAccount(deps, requestId);
  if (isLive(payer.id) !== isLive(platform.id))
    throw new AppError(
      'invalid_request',
      `customer_id: the platform sells only to ${isLive(platform.id) ? 'live' : 'test'} accounts`,
    );
  // Starter plans are priced in the payer's currency.
  const shop = { id: platform.id, currency: payer.currency };
  const terms = await resolveItems(request.items, async (name) => {
    const plan = await findSoldPlan(deps, shop, name);
    if (!plan && (await findSoldPlan(deps, payer, name)))
      throw new AppError(
        'invalid_request',
        `plan: ${canonicalPlanId(name)} is one of your own plans; an account can buy only plans of the platform`,
      );
    return assertCurrency(plan ?? (await getPlan(deps, shop, name)), payer);
  });
  return {
    sellerId: platform.id,
    timezone: platform.timezone,
    payerAccountId: payer.id,
    customerId: null,
    externalId: null,
    ...terms,
  };
}

/** An account sells its own plans and starter plans; only the platform sells its own plans. */
async function getPlanToSell(
  deps: TermsDeps,
  seller: Account,
  id: string,
  requestId: string,
): Promise<Plan> {
  const plan = await findSoldPlan(deps, seller, id);
  if (plan) return plan;
  const platform = await getPlatformAccount(deps, requestId);
  if (platform.id !== seller.id && (await findSoldPlan(deps, platform, id)))
    throw new AppError(
      'invalid_request',
      `plan: ${canonicalPlanId(id)} belongs to the platform, which sells only to accounts; create a plan for your customers with POST /v1/plans`,
    );
  return getPlan(deps, seller, id);
}

async function findOpenAccount(
  deps: TermsDeps,
  id: Uuid,
  requestId: string,
): Promise<Account | undefined> {
  const account = await findAccount(deps, id, requestId);
  return account?.isClosed ? undefined : account;
}

/** @throws AppError invalid_request if `account_id` and `customer_id` name different accounts. */
function assertSameAccount({ accountId }: TermsRequest, id: Uuid, what: string): void {
  if (accountId === undefined || accountId === id) return;
  throw new AppError(
    'invalid_request',
    `account_id: ${what} ${toPublicId('account', id)}; omit account_id, or send that one`,
  );
}

function assertCurrency(plan: Plan, { currency }: Account): Plan {
  if (plan.currency === currency) return plan;
  throw new AppError(
    'currency_mismatch',
    `the plan is priced in ${plan.currency}, but the account uses ${currency}; choose another plan`,
  );
}
