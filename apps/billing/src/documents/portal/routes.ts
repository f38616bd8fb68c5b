import { AppError, type ErrorCode, portalSessionSchema } from '@florin/contracts';
import {
  defineRoute,
  idempotencyKeyOf,
  idParams,
  integerField,
  type Route,
  returnUrlField,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import { assertMayWrite } from '../../accounts/permissions.ts';
import { getVisibleCustomer, IS_ERASED } from '../../customers/operations.ts';
import { createSession, endSession, type PortalSessionDeps } from './sessions.ts';

const PATH = '/v1/portal_sessions';
const ONE = `${PATH}/{portal_session_id}`;
const errors: readonly ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden', 'not_found'];
const door = {
  token: 'session_or_key',
  scope: 'subscriptions:write',
  takesIdempotencyKey: true,
} as const;

const HOURS = 24;
const HOURS_MAX = 720;
const CUSTOMER_LENGTH_MAX = 255;

export function portalSessionRoutes(deps: PortalSessionDeps): readonly Route[] {
  return [
    defineRoute({
      ...door,
      method: 'POST',
      path: PATH,
      operationId: 'createPortalSession',
      summary: 'Create a portal session',
      description:
        "Creates a link that opens a customer's portal without a login. Redirect the customer to it from a place where they are logged in: anyone with the URL can act as the customer until it expires. `return_url` must be one of the `return_urls` of the account.",
      body: z
        .object({
          customer_id: text(CUSTOMER_LENGTH_MAX).meta({
            description: 'Id of a customer, or your external_id.',
          }),
          return_url: returnUrlField.nullish().meta({
            description: 'Return URL of the portal: one of the `return_urls` of the account.',
            examples: ['https://shop.example/account'],
          }),
          expires_in_hours: integerField(1, HOURS_MAX)
            .default(HOURS)
            .describe('Lifetime of the link in hours: 1 to 720.'),
        })
        .meta({ id: 'NewPortalSession', description: 'A portal session to create.' }),
      replies: { 201: portalSessionSchema },
      errors,
      async handle(request) {
        const { body, caller, requestId } = request;
        assertMayWrite({ errors }, caller);
        const customer = await getVisibleCustomer(deps, caller, body.customer_id);
        if (customer.anonymizedAt !== null) throw new AppError('invalid_request', IS_ERASED);
        const asked = { returnUrl: body.return_url ?? null, hours: body.expires_in_hours };
        const key = idempotencyKeyOf(`POST ${PATH}`, request, [customer.id, body]);
        return createSession(deps, { customer, ...asked, requestId }, key);
      },
    }),
    defineRoute({
      ...door,
      method: 'DELETE',
      path: ONE,
      operationId: 'endPortalSession',
      summary: 'End a portal session',
      description: 'Its link stops working at once. Returns the last state of the session.',
      params: idParams({ portal_session_id: 'portalSession' }),
      replies: {
        200: portalSessionSchema
          .extend({ deleted: z.literal(true).describe('Always true.') })
          .meta({ id: 'DeletedPortalSession', description: 'An ended portal session.' }),
      },
      errors: ['unauthorized', 'forbidden', 'not_found'],
      async handle(request) {
        const { caller, params } = request;
        assertMayWrite({ errors }, caller);
        const key = idempotencyKeyOf(`DELETE ${ONE}`, request, params);
        return endSession(deps, caller, params.portal_session_id, key);
      },
    }),
  ];
}
