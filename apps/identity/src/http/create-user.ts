import { type Caller, toPublicId, userSchema } from '@florin/contracts';
import {
  assertMaySignUp,
  defineRoute,
  emailField,
  idempotencyKeyOf,
  nameField,
  onlyAdminsChoose,
  passwordField,
  validate,
} from '@florin/http-api';
import { z } from 'zod';
import { canPlaceUsers } from '../domain/authorization.ts';
import { placeUnder } from '../domain/place.ts';
import type { Operations } from '../operations/operations.ts';
import type { Rules } from './rules.ts';
import { placeSchema } from './user-fields.ts';

export const createUserRoute = ({ createUser }: Operations, rules: Rules) =>
  defineRoute({
    method: 'POST',
    path: '/v1/users',
    summary: 'Create a user: of your account as its owner, without an account otherwise',
    token: 'optional',
    isCostly: true,
    takesIdempotencyKey: true,
    body: z.object({
      email: emailField,
      password: passwordField(rules),
      name: nameField.nullish(),
      account_id: z
        .unknown()
        .optional()
        .meta({
          type: ['string', 'null'],
          description: 'Chosen by an admin; from others it is refused when it differs.',
        }),
      role: z
        .unknown()
        .optional()
        .meta({
          type: ['string', 'null'],
          description: 'Chosen by an admin; from others it is refused when it differs.',
        }),
    }),
    replies: { 201: userSchema },
    errors: ['invalid_request', 'unauthorized', 'email_exists'],
    async handle(request) {
      const { body, caller, requestId, idempotencyKey } = request;
      assertMaySignUp(rules, caller, ['admin', 'owner']);
      const { email, name = null, password, account_id, role } = body;
      const isAdmin = canPlaceUsers(caller);
      if (!isAdmin) refuseChoice(caller, body);
      const place = isAdmin ? validate(placeSchema, { account_id, role }, 'body') : {};
      // Not the password: a fast hash of it must not be stored with the key.
      const key = idempotencyKeyOf('POST /v1/users', request, { email, name, ...place });
      return createUser(
        caller,
        {
          email,
          name,
          password,
          place: { accountId: place.account_id ?? undefined, role: place.role ?? undefined },
        },
        { requestId, idempotencyKey },
        key,
      );
    },
  });

/** Only an admin says where a user belongs. What is so anyway may be said by all. */
function refuseChoice(
  caller: Caller,
  body: { readonly account_id?: unknown; readonly role?: unknown },
): void {
  const { accountId, role } = placeUnder(caller);
  const given = { account_id: accountId && toPublicId('account', accountId), role };
  for (const name of ['account_id', 'role'] as const)
    if (body[name] !== undefined && body[name] !== given[name]) throw onlyAdminsChoose(name);
}
