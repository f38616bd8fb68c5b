import { roles, userSchema } from '@florin/contracts';
import { ownId } from '@florin/contracts/members';
import {
  accountFields,
  assertMaySignUp,
  boundsOf,
  createdFields,
  defineRoute,
  emailField,
  idParams,
  limitField,
  nameField,
  orderField,
  pageField,
  passwordField,
  type Route,
  readOnlyFields,
} from '@florin/http-api';
import { z } from 'zod';
import { leavingBody, leavingRoute, leftKeysFields } from '../api-keys/left-behind.ts';
import { languageOf } from '../auth-pages/language.ts';
import type { Deps } from '../deps.ts';
import { commandOf, type Rules } from '../requests.ts';
import { anonymizeUser } from './anonymize.ts';
import { createUser } from './create.ts';
import { deleteUser } from './delete.ts';
import {
  changedMembershipOf,
  membershipField,
  newMembershipOf,
  searchField,
  usernameField,
} from './fields.ts';
import { toUserResource } from './model.ts';
import { getUser, listUsers } from './read.ts';
import { updateUser } from './update.ts';

const params = idParams({ user_id: 'user' });

/** Routes in the order of the OpenAPI document. */
export const userRoutes = (deps: Deps, rules: Rules): readonly Route[] => [
  listUsersRoute(deps),
  createUserRoute(deps, rules),
  getUserRoute(deps),
  updateUserRoute(deps, rules),
  deleteUserRoute(deps),
  anonymizeUserRoute(deps),
];

const listUsersRoute = (deps: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/users',
    operationId: 'listUsers',
    summary: 'List all users, newest first; for admins and the platform',
    description:
      'Users of all accounts, and those of none; with `account_id` everyone who belongs to that account, as they are in it. For administrators and the role `platform`; people in charge of an account list its people by `GET /v1/account/users`.',
    token: 'session',
    query: z.object({
      page: pageField,
      limit: limitField(25),
      status: userSchema.shape.status.optional().describe('Filter by status.'),
      role: z.enum(roles).optional().describe('Filter by role.'),
      search: searchField,
      order: orderField,
      ...accountFields,
      ...createdFields,
    }),
    replies: {
      200: z
        .object({
          data: z.array(userSchema).describe('The users of this page, at most `limit`.'),
          pagination: z
            .object({
              page: z.int().describe('Which page this is, from 1.'),
              limit: z.int().describe('How many users a page has at most.'),
              total_pages: z.int().describe('How many pages there are.'),
              total_records: z.int().describe('How many users there are on all of them.'),
            })
            .describe('Where this page stands among all.'),
        })
        .meta({ id: 'UserPage', description: 'A page of all users.' }),
    },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const { page, limit, order, status, role, search, account_id: accountId } = query;
      const { users, total } = await listUsers(deps, {
        ...{ caller, page, limit, order, status, role, search, accountId },
        ...boundsOf(query),
      });
      const total_pages = Math.ceil(total / limit);
      return {
        status: 200,
        body: {
          data: users.map(toUserResource),
          pagination: { page, limit, total_pages, total_records: total },
        },
      };
    },
  });

const CHOSEN_BY_ADMINS = 'Chosen by an admin; from others it is refused when it differs.';

const createUserRoute = (deps: Deps, rules: Rules) =>
  defineRoute({
    method: 'POST',
    path: '/v1/users',
    operationId: 'createUser',
    summary: 'Create a user: of your account as its owner, without an account otherwise',
    description:
      'Makes somebody who can log in. Sent by who looks after an account, they belong to it; sent without a token, or by somebody without an account, they belong to none and open one by `POST /v1/accounts`. They are asked by mail to verify their email. An API key needs every scope of the role `member`, which the user gets.',
    token: 'optional',
    keyScope: 'users:write',
    isCostly: true,
    takesIdempotencyKey: true,
    body: z
      .object({
        email: emailField,
        password: passwordField(rules),
        name: nameField.nullish(),
        account_id: membershipField(`Account (\`acc_…\`) that they belong to. ${CHOSEN_BY_ADMINS}`),
        role: membershipField(`Their role there. ${CHOSEN_BY_ADMINS}`),
      })
      .meta({ id: 'NewUser', description: 'Somebody who is to log in.' }),
    replies: { 201: userSchema },
    errors: ['invalid_request', 'unauthorized', 'email_exists'],
    async handle(request) {
      const { body, caller } = request;
      assertMaySignUp(rules, caller, ['admin', 'owner', 'account_admin']);
      const { email, name = null, password } = body;
      const language = languageOf(request.acceptLanguage);
      const membership = newMembershipOf(caller, body);
      // Without the password, because a fast hash of it must not be stored with the key.
      const { accountId: account_id, role } = membership;
      const command = commandOf('POST /v1/users', request, { email, name, account_id, role });
      return createUser(deps, { ...command, email, name, password, language, membership });
    },
  });

const getUserRoute = (deps: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/users/{user_id}',
    operationId: 'getUser',
    summary: 'Get a user: yourself, and the users of your account as its owner',
    description: 'A user as they are now; `404` for who is neither yourself nor of your account.',
    token: 'session_or_key',
    keyScope: 'users:read',
    params,
    replies: { 200: userSchema },
    errors: ['unauthorized', 'not_found'],
    async handle({ params: { user_id: userId }, caller }) {
      const { user } = await getUser(deps, { caller, userId });
      return { status: 200, body: toUserResource(user) };
    },
  });

const changedBy = (whose: string) =>
  membershipField(`${whose} may change it; from others it is refused when it differs.`);

const updateUserRoute = (deps: Deps, rules: Rules) =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/users/{user_id}',
    operationId: 'updateUser',
    summary: 'Change a user; what is left out stays as it is',
    description:
      'Changes what is named and leaves the rest; members that are only read may be sent back as they were. Name, username, status and password are of the login, which belongs to its person: an account changes them only of a login that it made and whose password its person has not chosen yet; `401` otherwise. Another password ends the other sessions of the user, the status `suspended` all of them. Another email is asked for by `POST /v1/auth/email`. An API key sets no password, and changes only people all of whose scopes it has.',
    token: 'session_or_key',
    keyScope: 'users:write',
    isCostly: true,
    takesIdempotencyKey: true,
    params,
    body: z
      .object({
        name: nameField.nullable().optional(),
        username: usernameField.nullable().optional(),
        status: userSchema.shape.status
          .optional()
          .describe('Whether they can log in: `suspended` ends their sessions.'),
        password: passwordField(rules).optional(),
        account_id: changedBy('An admin'),
        role: changedBy('An admin, and whoever looks after the account,'),
        ...readOnlyFields([
          ...['id', 'object', 'livemode', 'email', 'email_verified'],
          ...['created_at', 'updated_at'],
        ]),
      })
      .meta({ id: 'UserUpdate', description: 'What is to change of a user.' }),
    replies: { 200: userSchema },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'conflict'],
    async handle(request) {
      const { name, username, status, password, account_id, role, ...rest } = request.body;
      const membership = changedMembershipOf(request.caller, { account_id, role }, rest);
      const hasPassword = password !== undefined;
      const change = { name, username, status, ...membership, hasPassword };
      const userId = request.params.user_id;
      // Without the password, because a fast hash of it must not be stored with the key.
      const content = { userId, ...change };
      const command = commandOf('PATCH /v1/users/{user_id}', request, content);
      return updateUser(deps, { ...command, userId, change, password });
    },
  });

const goneUser = z.object({
  id: ownId('user', 'user'),
  message: z.string().describe('Result, for people.'),
  ...leftKeysFields,
});

const deleteUserRoute = (deps: Deps) =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/users/{user_id}',
    operationId: 'deleteUser',
    summary: 'Delete a user for good: yourself, or a login that your account made',
    description:
      'They can never log in again, their sessions and pending invitations end, and their email is free for others. API keys that they made work on: `api_keys` lists them, and `revoke_keys` revokes them in the same step. A login that belongs to its person (docs/roles.md) is deleted by them alone, or by an administrator; `DELETE /v1/account/users/{user_id}` removes them from your account. `409` for the last owner of an account. An API key deletes only logins that the account made, of people all of whose scopes it has.',
    ...leavingRoute,
    params,
    body: leavingBody.meta({ id: 'UserDeletion', description: 'How a user is deleted.' }),
    replies: {
      200: goneUser.meta({ id: 'DeletedUser', description: 'That a user is gone.' }),
    },
    handle(request) {
      const { user_id: userId } = request.params;
      const revokesKeys = request.body.revoke_keys;
      // Omits the default, so the request hash equals that of older versions.
      const content = revokesKeys ? { ...request.params, revokesKeys } : request.params;
      const command = commandOf('DELETE /v1/users/{user_id}', request, content);
      return deleteUser(deps, { ...command, userId, revokesKeys });
    },
  });

const anonymizeUserRoute = (deps: Deps) =>
  defineRoute({
    method: 'POST',
    path: '/v1/users/{user_id}/anonymize',
    operationId: 'anonymizeUser',
    summary: 'Delete a user and erase their personal data',
    description:
      'Deletes the user as `DELETE /v1/users/{user_id}` does, under the same rules, and erases name, email, username and the addresses that they sent requests from: in events, the audit log, mails and the search, within seconds. Ids stay, so the audit log still shows who did what. `409` for the last owner of an account. An API key does not erase the user who made it. It cannot be undone; repeated, it changes nothing.',
    ...leavingRoute,
    params,
    body: leavingBody.meta({ id: 'UserErasure', description: 'Options of the erasure.' }),
    replies: {
      200: goneUser.meta({
        id: 'ErasedUser',
        description: 'A user whose personal data is erased.',
      }),
    },
    handle(request) {
      const { user_id: userId } = request.params;
      const revokesKeys = request.body.revoke_keys;
      const content = [request.params, revokesKeys];
      const command = commandOf('POST /v1/users/{user_id}/anonymize', request, content);
      return anonymizeUser(deps, { ...command, userId, revokesKeys });
    },
  });
