import { AppError, type Caller, parsePublicId, toPublicId, type Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../domain/access.ts';
import { canonicalPlanId } from '../domain/catalogue.ts';
import type { PlanTerms } from '../domain/plan-terms.ts';
import { findCustomer } from '../store/customers.ts';
import type { Plan } from '../store/plans.ts';
import type { BillingTables } from '../store/schema.ts';
import type { Account, AccountDirectory } from './peers.ts';
import { type Plans, termsOf } from './plans.ts';

/** Who will sell what to whom. */
export interface Deal {
  readonly sellerId: Uuid;
  readonly timezone: string;
  readonly payerAccountId: Uuid | null;
  /** Null when an account pays, or when the external id is to be looked up at creation. */
  readonly customerId: Uuid | null;
  readonly externalId: string | null;
  readonly plan: PlanTerms;
}

export interface Wish {
  readonly customerReference: string;
  readonly plan: string;
  /** For which account an admin acts; its own for everybody else. */
  readonly accountId: Uuid | undefined;
}

/**
 * Finds out who pays and who sells: a caller's own account buys from the platform, everybody else
 * buys from the caller.
 */
export function makeFindDeal(db: Kysely<BillingTables>, accounts: AccountDirectory, plans: Plans) {
  return async (caller: Caller, wish: Wish, requestId: string): Promise<Deal> => {
    const payerId = parsePublicId('account', wish.customerReference);
    if (payerId !== undefined) return buyFromPlatform(caller, payerId, wish, requestId);
    const customerId = parsePublicId('customer', wish.customerReference);
    const customer = customerId === undefined ? undefined : await findCustomer(db, customerId);
    const isHidden = customerId !== undefined && !(customer && canRead(caller, customer.accountId));
    if (isHidden) throw notFound('customer');
    if (customer) assertSameAccount(wish, customer.accountId, 'the customer belongs to');
    const sellerId = customer?.accountId ?? wish.accountId ?? caller.accountId;
    const seller = sellerId === null ? undefined : await openAccount(sellerId, requestId);
    if (!seller) throw new AppError('not_found', 'this token has no open account to sell for');
    const plan = await getPlanToSell(seller, wish.plan, requestId);
    assertCurrency(plan, seller);
    return {
      sellerId: seller.id,
      timezone: seller.timezone,
      payerAccountId: null,
      customerId: customer?.id ?? null,
      externalId: customer ? null : wish.customerReference,
      plan: termsOf(plan),
    };
  };

  async function buyFromPlatform(
    caller: Caller,
    payerId: Uuid,
    wish: Wish,
    requestId: string,
  ): Promise<Deal> {
    const payer = canRead(caller, payerId) ? await openAccount(payerId, requestId) : undefined;
    if (!payer) throw notFound('customer');
    assertSameAccount(wish, payer.id, 'what pays is');
    const platform = await accounts.platform(requestId);
    // The catalogue is priced in the currency of whoever pays.
    const shop = { id: platform.id, currency: payer.currency };
    const plan = await plans.find(shop, wish.plan);
    if (!plan && (await plans.find(payer, wish.plan)))
      throw new AppError(
        'invalid_request',
        `plan: ${canonicalPlanId(wish.plan)} is a plan of your own: an account buys only the platform's`,
      );
    const chosen = plan ?? (await plans.get(shop, wish.plan));
    assertCurrency(chosen, payer);
    return {
      sellerId: platform.id,
      timezone: platform.timezone,
      payerAccountId: payer.id,
      customerId: null,
      externalId: null,
      plan: termsOf(chosen),
    };
  }

  /** An account sells its own plans and the catalogue's; the platform's are the platform's to sell. */
  async function getPlanToSell(seller: Account, id: string, requestId: string): Promise<Plan> {
    const plan = await plans.find(seller, id);
    if (plan) return plan;
    const platform = await accounts.platform(requestId);
    if (platform.id !== seller.id && (await plans.find(platform, id)))
      throw new AppError(
        'invalid_request',
        `plan: ${canonicalPlanId(id)} is the platform's, which sells it to accounts only: to sell to customers of yours, make a plan by POST /v1/plans`,
      );
    return plans.get(seller, id);
  }

  async function openAccount(id: Uuid, requestId: string): Promise<Account | undefined> {
    const account = await accounts.find(id, requestId);
    return account?.isClosed ? undefined : account;
  }
}

/** @throws AppError invalid_request when `account_id` says another account than `customer_id`. */
function assertSameAccount({ accountId }: Wish, id: Uuid, what: string): void {
  if (accountId === undefined || accountId === id) return;
  throw new AppError(
    'invalid_request',
    `account_id: ${what} ${toPublicId('account', id)}: leave account_id out, or name that one`,
  );
}

function assertCurrency(plan: PlanTerms, { currency }: Account): void {
  if (plan.currency === currency) return;
  throw new AppError(
    'currency_mismatch',
    `the plan is priced in ${plan.currency}, but the account keeps ${currency}: choose another plan`,
  );
}
