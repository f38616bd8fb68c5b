import {
  anonymizedCustomerSchema,
  customerSchema,
  type ErrorCode,
  type Reply,
} from '@florin/contracts';
import { defineRoute, idempotencyKeyOf, type Route } from '@florin/http-api';
import { assertMayWrite } from '../accounts/permissions.ts';
import type { ProcessorsClient } from '../clients.ts';
import { causeOf } from '../domain/cause.ts';
import type { Customer } from '../domain/customer.ts';
import { anonymizeCustomer, findOpenMoney } from './anonymize.ts';
import { setArchived } from './archive.ts';
import { type CustomerRequest, type CustomersDeps, getVisibleCustomer } from './operations.ts';
import { customerParams } from './params.ts';

const errors: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not_found', 'conflict'];

export interface CustomerEndingDeps extends CustomersDeps {
  readonly processors: ProcessorsClient;
}

/** Routes that archive customers and erase their personal data. */
export function customerEndingRoutes(deps: CustomerEndingDeps): readonly Route[] {
  return [
    endingRoute(deps, {
      verb: 'archive',
      summary: 'Archive a customer',
      description:
        'The customer is hidden from lists unless `archived=true` is set, and new subscriptions, invoices, previews and payment methods in the portal are refused with 409. `POST /v1/payments` with its `customer_id` and `POST /v1/payment_methods` are refused with 400, and pages opened earlier save no payment method. `409` while the customer has a live subscription. Idempotent.',
      run: ({ id }, request) => setArchived(deps, id, true, request),
    }),
    endingRoute(deps, {
      verb: 'unarchive',
      summary: 'Unarchive a customer',
      description:
        'The customer is listed and can buy again. `409` if its personal data was erased. Idempotent.',
      run: ({ id }, request) => setArchived(deps, id, false, request),
    }),
    endingRoute(deps, {
      verb: 'anonymize',
      summary: 'Erase the personal data of a customer',
      description:
        'Replaces name, addresses, emails, tax ids, metadata and external id, ends portal sessions, removes saved payment methods and archives the customer. Mails, webhook events, payments, refunds and the search index follow within seconds. Amounts, dates and numbers stay. Issued invoices and credit notes and their PDFs keep the recipient, because sellers must store them. `409` while the customer has live subscriptions, draft or open invoices, open disputes or pending refunds, including those of payments without an invoice. Irreversible and idempotent.',
      reply: anonymizedCustomerSchema,
      async run(customer, request) {
        const openMoney = await findOpenMoney(deps, customer, request.cause.requestId ?? '');
        return anonymizeCustomer(deps, customer.id, { ...request, openMoney });
      },
    }),
  ];
}

interface EndingRoute {
  readonly verb: string;
  readonly summary: string;
  readonly description: string;
  readonly reply?: typeof customerSchema;
  readonly run: (customer: Customer, request: CustomerRequest) => Promise<Reply>;
}

function endingRoute(
  deps: CustomerEndingDeps,
  { verb, summary, description, reply = customerSchema, run }: EndingRoute,
): Route {
  const path = `/v1/customers/{customer_id}/${verb}`;
  return defineRoute({
    method: 'POST',
    path,
    operationId: `${verb}Customer`,
    summary,
    description,
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: customerParams,
    replies: { 200: reply },
    errors,
    async handle(request) {
      const { caller, params } = request;
      const customer = await getVisibleCustomer(deps, caller, params.customer_id);
      assertMayWrite({ errors }, caller);
      const key = idempotencyKeyOf(`POST ${path}`, request, [customer.id]);
      return run(customer, { key, cause: causeOf(request) });
    },
  });
}
