import {
  billingSettingsSchema,
  type Caller,
  type ErrorCode,
  unknownCustomersChoices,
} from '@florin/contracts';
import { defineRoute, denied, filterField, idempotencyKeyOf, type Route } from '@florin/http-api';
import { z } from 'zod';
import { mayDecide } from '../accounts/access.ts';
import type { AccountsDeps } from '../accounts/peers.ts';
import { actingForField, getActingAccount, getReadableAccount } from '../accounts/permissions.ts';
import { changeSettings, readSettings, type SettingsDeps } from './operations.ts';

const PATH = '/v1/billing_settings';

type SettingsRouteDeps = SettingsDeps & AccountsDeps;

export function billingSettingsRoutes(deps: SettingsRouteDeps): readonly Route[] {
  return [getRoute(deps), changeRoute(deps)];
}

function getRoute(deps: SettingsRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: PATH,
    summary: 'Retrieve what an account has chosen about its subscriptions',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    query: z.object({ account_id: filterField('account') }),
    replies: { 200: billingSettingsSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    async handle({ query, caller, requestId }) {
      const { id } = await getReadableAccount(deps, caller, query.account_id, requestId);
      return { status: 200, body: await readSettings(deps, id) };
    },
  });
}

function changeRoute(deps: SettingsRouteDeps) {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'unauthorized',
    'forbidden',
    'not_found',
  ];
  return defineRoute({
    method: 'PATCH',
    path: PATH,
    summary: 'Choose whether a customer_id that names nobody makes a customer or is refused',
    token: 'session',
    takesIdempotencyKey: true,
    body: z.object({
      unknown_customers: z.enum(unknownCustomersChoices).optional(),
      account_id: actingForField,
    }),
    isBodyOptional: true,
    replies: { 200: billingSettingsSchema },
    errors,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayDecide({ errors }, caller);
      const accountId = await getActingAccount(deps, caller, body.account_id, requestId);
      const key = idempotencyKeyOf(`PATCH ${PATH}`, request, body);
      return changeSettings(deps, accountId, body.unknown_customers, key);
    },
  });
}

function assertMayDecide(route: Parameters<typeof denied>[0], caller: Caller): void {
  if (!mayDecide(caller)) throw denied(route, 'only an owner or an admin may change them');
}
