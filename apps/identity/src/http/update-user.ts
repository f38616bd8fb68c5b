import { userSchema } from '@florin/contracts';
import {
  defineRoute,
  idParams,
  nameField,
  onceKeyOf,
  passwordField,
  validate,
} from '@florin/http-api';
import { z } from 'zod';
import { canPlaceUsers } from '../domain/authorization.ts';
import type { Operations } from '../operations/operations.ts';
import type { Rules } from './rules.ts';
import { placeSchema, usernameField } from './user-fields.ts';

const readOnly = z
  .unknown()
  .optional()
  .meta({ description: 'Read-only: refused when it differs.' });
const adminOnly = z
  .unknown()
  .optional()
  .meta({
    type: ['string', 'null'],
    description: 'An admin may change it; from others it is refused when it differs.',
  });

export const updateUserRoute = ({ updateUser }: Operations, rules: Rules) =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/users/{user_id}',
    summary: 'Change a user; what is left out stays as it is',
    token: 'session',
    isCostly: true,
    takesIdempotencyKey: true,
    params: idParams({ user_id: 'user' }),
    body: z.object({
      name: nameField.nullable().optional(),
      username: usernameField.nullable().optional(),
      status: userSchema.shape.status.optional(),
      password: passwordField(rules).optional(),
      account_id: adminOnly,
      role: adminOnly,
      id: readOnly,
      object: readOnly,
      email: readOnly,
      created_at: readOnly,
      updated_at: readOnly,
    }),
    replies: { 200: userSchema },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'conflict'],
    async handle(request) {
      const { params, body, caller, requestId, idempotencyKey } = request;
      const { name, username, status, password, account_id, role, ...rest } = body;
      const isAdmin = canPlaceUsers(caller);
      const place = isAdmin ? validate(placeSchema, body, 'body') : {};
      const wish = {
        name,
        username,
        status,
        place: { accountId: place.account_id, role: place.role },
        readOnly: isAdmin ? rest : { ...rest, account_id, role },
      };
      // Not the password: a fast hash of it must not be stored with the key.
      const content = { ...params, ...wish, hasPassword: password !== undefined };
      return updateUser(
        caller,
        { userId: params.user_id, wish, password },
        { requestId, idempotencyKey },
        onceKeyOf('PATCH /v1/users/{user_id}', request, content),
      );
    },
  });
