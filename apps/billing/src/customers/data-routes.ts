import { customerDataKinds, customerDataSchema, hasScope } from '@florin/contracts';
import { defineRoute, denied, limitField, type Route } from '@florin/http-api';
import { z } from 'zod';
import { type CustomerDataDeps, readCustomerData } from './data.ts';
import { getVisibleCustomer } from './operations.ts';
import { customerParams } from './params.ts';

/** Several services are called concurrently. */
const DATA_TIMEOUT_MS = 5_000;
const LIMIT = 20;
const errors = ['invalid_request', 'unauthorized', 'forbidden', 'not_found'] as const;

const querySchema = z
  .object({
    kind: z
      .enum(customerDataKinds, { error: 'must name a kind of the answer, for example payments' })
      .optional()
      .describe('Read one kind alone; without it, the first page of every kind.'),
    page: z
      .string()
      .optional()
      .describe('The `next_page` of the answer before, together with its `kind`.'),
    limit: limitField(LIMIT),
  })
  .refine(
    ({ kind, page }) => page === undefined || kind !== undefined,
    'page: send the kind that it belongs to',
  );

/** The route that answers a person's request for their data. */
export function customerDataRoute(deps: CustomerDataDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/customers/{customer_id}/data',
    operationId: 'getCustomerData',
    onlyReads: true,
    summary: 'Retrieve the data held about a customer',
    description:
      'Reads the customer and, from every service, the newest objects that belong to it: up to `limit` of each kind, which is 100 at most. `next_page` leads to the rest of a kind. Needs the scope `payments:read` as well. The kinds are read one by one, so a change in between can be in one and not in another.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    timeoutMs: DATA_TIMEOUT_MS,
    params: customerParams,
    query: querySchema,
    replies: { 200: customerDataSchema },
    errors,
    async handle({ params, query, caller, requestId }) {
      const customer = await getVisibleCustomer(deps, caller, params.customer_id);
      if (!hasScope(caller, 'payments:read'))
        throw denied({ errors }, 'the data of a customer needs the scope payments:read too');
      const { kind, page = '', limit } = query;
      const asked = { caller, customer, requestId, kind, page, limit };
      return { status: 200, body: await readCustomerData(deps, asked) };
    },
  });
}
