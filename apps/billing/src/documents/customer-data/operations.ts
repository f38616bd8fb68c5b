import {
  type Caller,
  CUSTOMER_DATA_MAX,
  type CustomerDataKind,
  type CustomerDataResource,
  customerDataKinds,
  isLive,
  parseAnyPublicId,
  toPublicId,
} from '@florin/contracts';
import { dataPageOf } from '@florin/grpc';
import { CALL_TIMEOUT_MS } from '../../clients.ts';
import { listCredits } from '../../customers/credits.ts';
import type { CustomersDeps } from '../../customers/operations.ts';
import type { Customer } from '../../domain/customer.ts';
import { toCustomerResource } from '../../domain/resources/customer.ts';
import { listCreditNotes } from '../../invoicing/credit-notes/operations.ts';
import { listInvoices } from '../../invoicing/invoices/operations.ts';
import { findCredits } from '../../records/credits-queries.ts';
import { listSubscriptions } from '../../selling/subscriptions/read.ts';
import { listSessionsOf } from '../portal/sessions.ts';
import { isRemote, type ReadRemoteData } from './peers.ts';

export interface CustomerDataDeps extends CustomersDeps {
  readonly readRemote: ReadRemoteData;
}

interface DataQuery {
  /** Undefined reads the first page of every kind. */
  readonly kind: CustomerDataKind | undefined;
  /** Empty for the first page. */
  readonly page: string;
  readonly limit: number;
}

interface Asked extends DataQuery {
  readonly caller: Caller;
  readonly customer: Customer;
  readonly requestId: string;
}

interface Section {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
  readonly next_page: string | null;
}

/** The data that all services hold about a customer, read concurrently. */
export async function readCustomerData(
  deps: CustomerDataDeps,
  asked: Asked,
): Promise<CustomerDataResource> {
  const { customer, kind } = asked;
  const kinds = kind === undefined ? customerDataKinds : [kind];
  const sections = await Promise.all(
    kinds.map(async (each) => [each, await readSection(deps, each, asked)] as const),
  );
  const credit = (await findCredits(deps.db, [customer.id])).get(customer.id);
  return {
    object: 'customer_data',
    livemode: isLive(customer.accountId),
    customer: toCustomerResource(customer, credit),
    ...(Object.fromEntries(sections) as Partial<CustomerDataResource>),
  };
}

async function readSection(
  deps: CustomerDataDeps,
  kind: CustomerDataKind,
  { caller, customer, page, limit: wanted, requestId }: Asked,
): Promise<Section> {
  const { accountId, id: customerId } = customer;
  const { after, limit } = dataPageOf({ page, limit: Math.min(wanted, CUSTOMER_DATA_MAX) });
  if (isRemote(kind)) {
    const request = { accountId, customerId, kind, page, limit };
    const reply = await deps.readRemote(request, { requestId, timeoutMs: CALL_TIMEOUT_MS });
    const data = (reply.objects ?? []).map((text): unknown => JSON.parse(text));
    return toSection(data, reply.nextPage);
  }
  const reference = toPublicId('customer', customerId);
  const query = { customer_id: reference, starting_after: after, limit };
  switch (kind) {
    case 'subscriptions':
      return fromList(await listSubscriptions(deps, caller, query));
    case 'invoices':
      return fromList(await listInvoices(deps, caller, query));
    case 'credit_notes':
      return fromList(await listCreditNotes(deps, caller, query));
    case 'credits':
      return fromList(await listCredits(deps, caller, reference, query));
    case 'portal_sessions':
      return fromList(await listSessionsOf(deps.db, customerId, { after, limit }));
    default:
      return kind satisfies never;
  }
}

function fromList(list: {
  readonly data: readonly { readonly id: string }[];
  readonly has_more: boolean;
}): Section {
  const last = list.has_more ? parseAnyPublicId(list.data.at(-1)?.id ?? '') : undefined;
  return toSection(list.data, last ?? '');
}

function toSection(data: readonly unknown[], nextPage: string): Section {
  const hasMore = nextPage !== '';
  return { data, has_more: hasMore, next_page: hasMore ? nextPage : null };
}
