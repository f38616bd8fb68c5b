import { customerDataKinds, customerDataSchema, hasScope } from '@florin/contracts';
import { defineRoute, denied, limitField, type Route } from '@florin/http-api';
import { z } from 'zod';
import { getVisibleCustomer } from '../../customers/operations.ts';
import { customerParams } from '../../customers/params.ts';
import { type CustomerDataDeps, readCustomerData } from './operations.ts';

/** Several services are called concurrently. */
const DATA_TIMEOUT_MS = 5_000;
const LIMIT = 20;
const errors = ['invalid_request', 'unauthorized', 'forbidden', 'not_found'] as const;

const querySchema = z
  .object({
    kind: z
      .enum(customerDataKinds, { error: 'must be a kind of customer data, for example payments' })
      .optional()
      .describe('Only this kind. Default: the first page of every kind.'),
    page: z
      .string()
      .optional()
      .describe('The `next_page` of the last response, together with its `kind`.'),
    limit: limitField(LIMIT),
  })
  .refine(({ kind, page }) => page === undefined || kind !== undefined, 'page: requires kind');

/** The route that answers a person's request for their data. */
export function customerDataRoute(deps: CustomerDataDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/customers/{customer_id}/data',
    operationId: 'getCustomerData',
    onlyReads: true,
    summary: 'Retrieve all data of a customer',
    description:
      'Returns the customer and the newest objects of each kind from every service, at most `limit` (100) of each. `next_page` leads to the rest of a kind. Also needs the scope `payments:read`. Kinds are read one after the other, so a concurrent change can appear in one and not in another.',
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
        throw denied({ errors }, 'the data of a customer also needs the scope payments:read');
      const { kind, page = '', limit } = query;
      const asked = { caller, customer, requestId, kind, page, limit };
      return { status: 200, body: await readCustomerData(deps, asked) };
    },
  });
}
