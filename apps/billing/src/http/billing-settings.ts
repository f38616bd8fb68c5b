import {
  billingSettingsSchema,
  type Caller,
  type ErrorCode,
  unknownCustomersChoices,
} from '@florin/contracts';
import { defineRoute, denied, filterField, idempotencyKeyOf, type Route } from '@florin/http-api';
import { z } from 'zod';
import { mayDecide } from '../domain/access.ts';
import type { AccountDirectory } from '../operations/peers.ts';
import type { Settings } from '../operations/settings.ts';
import { actingForField, getActingAccount, getReadableAccount } from './permissions.ts';

const PATH = '/v1/billing_settings';

export function billingSettingsRoutes(
  settings: Settings,
  accounts: AccountDirectory,
): readonly Route[] {
  return [getRoute(settings, accounts), changeRoute(settings, accounts)];
}

function getRoute(settings: Settings, accounts: AccountDirectory) {
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
      const { id } = await getReadableAccount(accounts, caller, query.account_id, requestId);
      return { status: 200, body: await settings.show(id) };
    },
  });
}

function changeRoute(settings: Settings, accounts: AccountDirectory) {
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
      const accountId = await getActingAccount(accounts, caller, body.account_id, requestId);
      const key = idempotencyKeyOf(`PATCH ${PATH}`, request, body);
      return settings.change(accountId, body.unknown_customers, key);
    },
  });
}

function assertMayDecide(route: Parameters<typeof denied>[0], caller: Caller): void {
  if (!mayDecide(caller)) throw denied(route, 'only an owner or an admin may change them');
}
