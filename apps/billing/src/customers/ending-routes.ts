import {
  anonymizedCustomerSchema,
  customerSchema,
  type ErrorCode,
  type Reply,
  type Uuid,
} from '@florin/contracts';
import { defineRoute, idempotencyKeyOf, type Route } from '@florin/http-api';
import { assertMayWrite } from '../accounts/permissions.ts';
import { causeOf } from '../subscriptions/fields.ts';
import { anonymizeCustomer } from './anonymize.ts';
import { setArchived } from './archive.ts';
import { type CustomerRequest, type CustomersDeps, getVisibleCustomer } from './operations.ts';
import { customerParams } from './params.ts';

const errors: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not_found', 'conflict'];

/** Archiving customers, and erasing their personal data. */
export function customerEndingRoutes(deps: CustomersDeps): readonly Route[] {
  return [
    endingRoute(deps, {
      verb: 'archive',
      summary: 'Archive a customer',
      description:
        'Lists leave the customer out unless `archived=true` asks for it, and new subscriptions, invoices, previews and methods added in the portal are refused with 409; `POST /v1/payments` and `POST /v1/payment_methods` are not. `409` while the customer has a live subscription. Repeated, it changes nothing.',
      run: (id, request) => setArchived(deps, id, true, request),
    }),
    endingRoute(deps, {
      verb: 'unarchive',
      summary: 'Take a customer out of the archive',
      description:
        'The customer is listed and can buy again. `409` for a customer whose personal data was erased. Repeated, it changes nothing.',
      run: (id, request) => setArchived(deps, id, false, request),
    }),
    endingRoute(deps, {
      verb: 'anonymize',
      summary: 'Erase the personal data of a customer',
      description:
        'Replaces name, addresses, emails, tax ids, metadata and external id, ends portal sessions, removes saved payment methods and archives the customer. Mails, webhook events, payments, refunds and the search follow within seconds. Amounts, dates and numbers stay; issued invoices and credit notes and their PDFs keep their recipient, because sellers have to store them. `409` while the customer has live subscriptions, draft or open invoices, or open disputes. It cannot be undone; repeated, it changes nothing.',
      reply: anonymizedCustomerSchema,
      run: (id, request) => anonymizeCustomer(deps, id, request),
    }),
  ];
}

interface EndingRoute {
  readonly verb: string;
  readonly summary: string;
  readonly description: string;
  readonly reply?: typeof customerSchema;
  readonly run: (id: Uuid, request: CustomerRequest) => Promise<Reply>;
}

function endingRoute(
  deps: CustomersDeps,
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
      const { id } = await getVisibleCustomer(deps, caller, params.customer_id);
      assertMayWrite({ errors }, caller);
      const key = idempotencyKeyOf(`POST ${path}`, request, [id]);
      return run(id, { key, cause: causeOf(request) });
    },
  });
}
