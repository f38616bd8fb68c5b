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
import { leavingBody, leavingRoute, leftKeysFields } from '../../api-keys/left-behind.ts';
import type { Deps } from '../../deps.ts';
import { toUserResource } from '../../domain/user.ts';
import { commandOf, type Rules } from '../../requests.ts';
import { languageOf } from '../../texts/language.ts';
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
    summary: 'List users',
    description:
      'Users of all accounts and users without one, newest first; `account_id` returns all members of one account, with their roles there. For administrators and the role `platform`; owners and account admins use `GET /v1/account/users`.',
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
          data: z.array(userSchema).describe('Users of this page, at most `limit`.'),
          pagination: z
            .object({
              page: z.int().describe('Page number, from 1.'),
              limit: z.int().describe('Maximum users per page.'),
              total_pages: z.int().describe('Total number of pages.'),
              total_records: z.int().describe('Total number of users.'),
            })
            .describe('Position of this page in the list.'),
        })
        .meta({ id: 'UserPage', description: 'A page of users.' }),
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

const CHOSEN_BY_ADMINS = 'Only an admin can choose it; a different value from others is refused.';

const createUserRoute = (deps: Deps, rules: Rules) =>
  defineRoute({
    method: 'POST',
    path: '/v1/users',
    operationId: 'createUser',
    summary: 'Create a user',
    description:
      'Creates a login. A user created by an owner, account admin or API key joins that account. Without a token, or with the token of a user without an account, the new user has no account and can open one with `POST /v1/accounts`. A verification mail is sent. An API key needs every scope of the role `member`, which the user gets.',
    token: 'optional',
    keyScope: 'users:write',
    isCostly: true,
    takesIdempotencyKey: true,
    body: z
      .object({
        email: emailField,
        password: passwordField(rules),
        name: nameField.nullish(),
        account_id: membershipField(`Account (\`acc_…\`) of the user. ${CHOSEN_BY_ADMINS}`),
        role: membershipField(`Role in that account. ${CHOSEN_BY_ADMINS}`),
      })
      .meta({ id: 'NewUser', description: 'A user to create.' }),
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
    summary: 'Retrieve a user',
    description: 'Returns yourself, or a member of your account; `404` for other users.',
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
  membershipField(`${whose} can change it; a different value from others is refused.`);

const updateUserRoute = (deps: Deps, rules: Rules) =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/users/{user_id}',
    operationId: 'updateUser',
    summary: 'Update a user',
    description:
      'Omitted fields stay; read-only fields may be sent unchanged. Name, username, status and password belong to the login, which belongs to its person: an account can change them only for a login that it created and whose password the person has not chosen yet; `401` otherwise. A new password ends the other sessions of the user, the status `suspended` ends all. Change the email with `POST /v1/auth/email`. An API key cannot set passwords, and can change only users all of whose scopes it has.',
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
          .describe('Whether the user can log in: `suspended` ends their sessions.'),
        password: passwordField(rules).optional(),
        account_id: changedBy('An admin'),
        role: changedBy('An admin, or an owner or account admin of the account,'),
        ...readOnlyFields([
          ...['id', 'object', 'livemode', 'email', 'email_verified'],
          ...['created_at', 'updated_at'],
        ]),
      })
      .meta({ id: 'UserUpdate', description: 'Changes to a user.' }),
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
  message: z.string().describe('Human-readable result.'),
  ...leftKeysFields,
});

const deleteUserRoute = (deps: Deps) =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/users/{user_id}',
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description:
      'Permanent: the user can never log in again, their sessions and pending invitations end, and their email becomes available to others. API keys that they created keep working: `api_keys` lists them, and `revoke_keys` revokes them in the same step. A login that belongs to its person (docs/roles.md) can be deleted only by that person or an administrator; `DELETE /v1/account/users/{user_id}` removes a member from your account. `409` for the last owner of an account. An API key can delete only logins that the account created, of users all of whose scopes it has.',
    ...leavingRoute,
    params,
    body: leavingBody.meta({ id: 'UserDeletion', description: 'Options of a deletion.' }),
    replies: {
      200: goneUser.meta({ id: 'DeletedUser', description: 'A deleted user.' }),
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
      'Deletes the user like `DELETE /v1/users/{user_id}`, under the same rules, and erases name, email, username and network addresses in events, the audit log, mails and the search index within seconds. Ids stay, so the audit log still shows who did what. `409` for the last owner of an account. An API key cannot erase the user who created it. Irreversible and idempotent.',
    ...leavingRoute,
    params,
    body: leavingBody.meta({ id: 'UserErasure', description: 'Options of an erasure.' }),
    replies: {
      200: goneUser.meta({
        id: 'ErasedUser',
        description: 'A user whose personal data was erased.',
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
