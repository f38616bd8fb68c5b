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
import { assertMayWrite } from '../accounts/permissions.ts';
import { getVisibleCustomer, IS_ERASED } from '../customers/operations.ts';
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
      summary: 'Make a link by which a customer opens their portal without a login',
      description:
        'Send the customer there from a place where they are logged in: whoever knows the address acts as them until it expires. `return_url` has to be one of the `return_urls` of the account.',
      body: z
        .object({
          customer_id: text(CUSTOMER_LENGTH_MAX).meta({
            description: 'The id of a customer, or its external_id.',
          }),
          return_url: returnUrlField.nullish().meta({
            description: 'Where the portal leads back to: one of the `return_urls` of the account.',
            examples: ['https://shop.example/account'],
          }),
          expires_in_hours: integerField(1, HOURS_MAX)
            .default(HOURS)
            .describe('How long the link works, in hours: 1 to 720.'),
        })
        .meta({ id: 'NewPortalSession', description: 'Whose portal is to be opened.' }),
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
      summary: 'End a portal session: its link leads nowhere from now on',
      description: 'Answers the session as it was.',
      params: idParams({ portal_session_id: 'portalSession' }),
      replies: {
        200: portalSessionSchema
          .extend({ deleted: z.literal(true).describe('Always true: it is gone.') })
          .meta({ id: 'DeletedPortalSession', description: 'A portal session that was ended.' }),
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
