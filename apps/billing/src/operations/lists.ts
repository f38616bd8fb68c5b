import { type Caller, parsePublicId, type Uuid } from '@florin/contracts';
import { createdOf, notFound, toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead, seesAllAccounts } from '../domain/access.ts';
import { canonicalPlanId } from '../domain/catalogue.ts';
import { toLinkedInvoice } from '../domain/invoice-resource.ts';
import { toSubscriptionResource } from '../domain/subscription-resource.ts';
import { toTestClockResource } from '../domain/test-clock.ts';
import { findCredits, hasCreditEntry, listCreditEntries } from '../store/credits.ts';
import { findCustomer } from '../store/customers.ts';
import { listCustomers } from '../store/list-customers.ts';
import { listInvoices } from '../store/list-invoices.ts';
import { listSubscriptions } from '../store/list-subscriptions.ts';
import type { CustomerFilter, PageRequest, Span } from '../store/pages.ts';
import type { BillingTables } from '../store/schema.ts';
import { findTestClock, listTestClocks } from '../store/test-clocks.ts';
import { toCreditEntryResource, toCustomerResource } from './customer-resource.ts';
import {
  checkCursor,
  getVisibleCustomer,
  getVisibleInvoice,
  getVisibleSubscription,
} from './find-visible.ts';

/** A list's query as routes read it. */
export interface ListQuery {
  readonly limit: number;
  readonly starting_after?: Uuid | undefined;
  readonly ending_before?: Uuid | undefined;
  /** Milliseconds since 1970, both included. */
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
  /** Null names no account. */
  readonly account_id?: Uuid | null | undefined;
}

/** Pages of what a caller may see, newest first. */
export function makeLists(db: Kysely<BillingTables>) {
  return {
    async subscriptions(
      caller: Caller,
      query: ListQuery & {
        customer_id?: string | undefined;
        plan?: string | undefined;
        status?: string | undefined;
        test_clock_id?: Uuid | null | undefined;
      },
    ) {
      await checkCursor(cursorOf(query), (id) => getVisibleSubscription(db, caller, id));
      const filter = {
        ...toRequest(caller, query),
        customer: toCustomerFilter(query.customer_id),
        plan: query.plan === undefined ? undefined : canonicalPlanId(query.plan),
        status: query.status,
        testClockId: query.test_clock_id,
      };
      const rows = await listSubscriptions(db, filter, query.limit + 1);
      return toList(rows, query, (stored) =>
        toSubscriptionResource(stored.subscription, stored.updatedAt),
      );
    },

    async invoices(
      caller: Caller,
      query: ListQuery & {
        customer_id?: string | undefined;
        subscription_id?: Uuid | null | undefined;
        status?: string | undefined;
      },
    ) {
      await checkCursor(cursorOf(query), (id) => getVisibleInvoice(db, caller, id));
      const filter = {
        ...toRequest(caller, query),
        customer: toCustomerFilter(query.customer_id),
        subscriptionId: query.subscription_id,
        status: query.status,
      };
      const rows = await listInvoices(db, filter, query.limit + 1);
      return toList(rows, query, toLinkedInvoice);
    },

    async customers(caller: Caller, query: ListQuery & { external_id?: string | undefined }) {
      await checkCursor(cursorOf(query), async (id) => {
        const customer = await findCustomer(db, id);
        if (!customer || !canRead(caller, customer.accountId)) throw notFound('customer');
      });
      const filter = { ...toRequest(caller, query), externalId: query.external_id };
      const rows = await listCustomers(db, filter, query.limit + 1);
      const credits = await findCredits(
        db,
        rows.map(({ id }) => id),
      );
      return toList(rows, query, (row) => toCustomerResource(row, credits.get(row.id)));
    },

    /** Of a customer, or of an account that pays. */
    async credits(caller: Caller, holder: string, query: ListQuery) {
      const holderId = await findHolder(caller, holder);
      await checkCursor(cursorOf(query), async (id) => {
        if (!(await hasCreditEntry(db, holderId, id))) throw notFound('credit entry');
      });
      const { starting_after: after, ending_before: before } = query;
      const page = { after, before, ...createdOf(query) };
      const rows = await listCreditEntries(db, holderId, page, query.limit + 1);
      return toList(rows, query, (entry) => toCreditEntryResource(entry, holder));
    },

    async testClocks(caller: Caller, query: ListQuery) {
      await checkCursor(cursorOf(query), async (id) => {
        const clock = await findTestClock(db, id);
        if (!clock || !canRead(caller, clock.accountId)) throw notFound('test clock');
      });
      const rows = await listTestClocks(db, toRequest(caller, query), query.limit + 1);
      return toList(rows, query, toTestClockResource);
    },
  };

  /** @throws AppError not_found for what the caller may not see. */
  async function findHolder(caller: Caller, holder: string): Promise<Uuid> {
    const accountId = parsePublicId('account', holder);
    if (accountId !== undefined && canRead(caller, accountId)) return accountId;
    return (await getVisibleCustomer(db, caller, holder)).id;
  }
}

export type Lists = ReturnType<typeof makeLists>;

function toRequest(caller: Caller, query: ListQuery): PageRequest {
  return {
    span: spanOf(caller, query.account_id),
    after: query.starting_after,
    before: query.ending_before,
    ...createdOf(query),
  };
}

/** A caller's own account; any, or all, for those who see all. */
function spanOf(caller: Caller, accountId: Uuid | null | undefined): Span {
  if (accountId === undefined) return seesAllAccounts(caller) ? 'all' : caller.accountId;
  return accountId !== null && canRead(caller, accountId) ? accountId : null;
}

function cursorOf(query: ListQuery): Uuid | undefined {
  return query.starting_after ?? query.ending_before;
}

function toCustomerFilter(text: string | undefined): CustomerFilter | undefined {
  if (text === undefined) return undefined;
  const accountId = parsePublicId('account', text);
  if (accountId !== undefined) return { kind: 'account', id: accountId };
  const customerId = parsePublicId('customer', text);
  if (customerId !== undefined) return { kind: 'customer', id: customerId };
  return { kind: 'external', externalId: text };
}

function toList<Row, Item>(rows: readonly Row[], query: ListQuery, toItem: (row: Row) => Item) {
  const direction = query.ending_before === undefined ? 'after' : 'before';
  const { items, hasMore } = toPage(rows, query.limit, direction);
  return { object: 'list', data: items.map(toItem), has_more: hasMore };
}
