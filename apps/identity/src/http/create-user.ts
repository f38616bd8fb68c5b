import { userSchema } from '@florin/contracts';
import {
  assertMaySignUp,
  defineRoute,
  emailField,
  nameField,
  onceKeyOf,
  passwordField,
  validate,
} from '@florin/http-api';
import { z } from 'zod';
import { canPlaceUsers } from '../domain/authorization.ts';
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
        .meta({ type: ['string', 'null'], description: 'Admins only.' }),
      role: z
        .unknown()
        .optional()
        .meta({ type: ['string', 'null'], description: 'Admins only.' }),
    }),
    replies: { 201: userSchema },
    errors: ['invalid_request', 'unauthorized', 'email_exists'],
    async handle(request) {
      const { body, caller, requestId, idempotencyKey } = request;
      assertMaySignUp(rules, caller, ['admin', 'owner']);
      const { email, name = null, password } = body;
      const place = canPlaceUsers(caller) ? validate(placeSchema, body, 'body') : {};
      // Not the password: a fast hash of it must not be stored with the key.
      const once = onceKeyOf('POST /v1/users', request, { email, name, ...place });
      return createUser(
        caller,
        {
          email,
          name,
          password,
          place: { accountId: place.account_id ?? undefined, role: place.role ?? undefined },
        },
        { requestId, idempotencyKey },
        once,
      );
    },
  });
