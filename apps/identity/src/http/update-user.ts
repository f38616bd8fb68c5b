import { type Caller, userSchema } from '@florin/contracts';
import {
  defineRoute,
  idempotencyKeyOf,
  idParams,
  nameField,
  passwordField,
  readOnlyFields,
  validate,
} from '@florin/http-api';
import { z } from 'zod';
import { canPlaceUsers, teamOf } from '../domain/authorization.ts';
import type { UserWish } from '../domain/user-change.ts';
import type { Operations } from '../operations/operations.ts';
import type { Rules } from './rules.ts';
import { placeSchema, teamSchema, usernameField } from './user-fields.ts';

const placing = (whose: string) =>
  z
    .unknown()
    .optional()
    .meta({
      type: ['string', 'null'],
      description: `${whose} may change it; from others it is refused when it differs.`,
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
      account_id: placing('An admin'),
      role: placing('An admin, and an owner between member and owner,'),
      ...readOnlyFields(['id', 'object', 'email', 'created_at', 'updated_at']),
    }),
    replies: { 200: userSchema },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'conflict'],
    async handle(request) {
      const { params, body, caller, requestId, idempotencyKey } = request;
      const { name, username, status, password, account_id, role, ...rest } = body;
      const wish = { name, username, status, ...placeOf(caller, { account_id, role }, rest) };
      // Not the password: a fast hash of it must not be stored with the key.
      const content = { ...params, ...wish, hasPassword: password !== undefined };
      return updateUser(
        caller,
        { userId: params.user_id, wish, password },
        { requestId, idempotencyKey },
        idempotencyKeyOf('PATCH /v1/users/{user_id}', request, content),
      );
    },
  });

/** What the caller may say of the user's place, and what else they sent, which must not differ. */
function placeOf(
  caller: Caller,
  sent: { readonly account_id?: unknown; readonly role?: unknown },
  rest: UserWish['readOnly'],
): Pick<UserWish, 'place' | 'readOnly'> {
  const nothing = { accountId: undefined, role: undefined };
  if (canPlaceUsers(caller)) {
    const { account_id: accountId, role } = validate(placeSchema, sent, 'body');
    return { place: { accountId, role }, readOnly: rest };
  }
  const { account_id, role } = sent;
  if (teamOf(caller) === undefined)
    return { place: nothing, readOnly: { ...rest, account_id, role } };
  const team = validate(teamSchema, { role }, 'body');
  return { place: { ...nothing, role: team.role }, readOnly: { ...rest, account_id } };
}
