import { type Caller, isLive, roles, teamRoles, toPublicId, userSchema } from '@florin/contracts';
import { idOf, livemode, objectOf } from '@florin/contracts/members';
import {
  cursorFields,
  defineRoute,
  idField,
  idParams,
  listBody,
  listReply,
  notFound,
  oneCursor,
  pageOf,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import { leavingBody, leavingRoute, leftKeysFields } from '../../api-keys/left-behind.ts';
import type { Deps } from '../../deps.ts';
import { toUserResource } from '../../domain/user.ts';
import { listMemberships } from '../../records/memberships-queries.ts';
import { findUser } from '../../records/users-queries.ts';
import { commandOf, REVOKING_TIMEOUT_MS, userOf } from '../../requests.ts';
import { searchField } from '../users/fields.ts';
import { getMember, listTeam } from '../users/read.ts';
import { changeRole, removeMember, transferOwnership } from './change.ts';

const TEAM = '/v1/account/users';
const MEMBER = `${TEAM}/{user_id}`;
const params = idParams({ user_id: 'user' });
const roleField = z
  .enum(teamRoles, { error: `must be one of ${teamRoles.join(', ')}` })
  .describe('Role in the account.');

/** Routes in the order of the OpenAPI document. */
export const membershipRoutes = (deps: Deps): readonly Route[] => [
  listTeamRoute(deps),
  defineRoute({
    method: 'GET',
    path: MEMBER,
    operationId: 'getMember',
    summary: 'Retrieve a member of your account',
    description:
      'A member of your account with their role. For owners, account admins and API keys.',
    token: 'session_or_key',
    keyScope: 'users:read',
    params,
    replies: { 200: userSchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params: { user_id: userId }, caller }) {
      return { status: 200, body: toUserResource(await getMember(deps, { caller, userId })) };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: MEMBER,
    operationId: 'updateMember',
    summary: "Change a member's role",
    description:
      'Applies at once to existing sessions. Transfer the role `owner` with `POST /v1/account/owner`. An API key needs every scope of the old and the new role, and cannot change owners or account admins.',
    token: 'session_or_key',
    keyScope: 'users:write',
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params,
    body: z.object({ role: roleField }).meta({ id: 'MemberUpdate', description: 'A new role.' }),
    replies: { 200: userSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'conflict'],
    async handle(request) {
      const { user_id: userId } = request.params;
      const { role } = request.body;
      const command = commandOf(`PATCH ${MEMBER}`, request, { userId, role });
      return changeRole(deps, { ...command, userId, role });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: MEMBER,
    operationId: 'removeMember',
    summary: 'Remove a member, or leave an account',
    description:
      "The member can no longer act in the account; their login and other accounts stay. Their pending invitations end. API keys that they created keep working: `api_keys` lists them, and `revoke_keys` revokes them in the same step. Every member except the last owner can leave. An API key needs every scope of the member's role, and cannot remove owners or account admins.",
    ...leavingRoute,
    params,
    body: leavingBody.meta({
      id: 'MemberRemoval',
      description: 'Options of a removal.',
    }),
    replies: {
      200: userSchema.extend(leftKeysFields).meta({
        id: 'RemovedMember',
        description: 'A removed member, and their remaining API keys.',
      }),
    },
    async handle(request) {
      const { user_id: userId } = request.params;
      const revokesKeys = request.body.revoke_keys;
      // Omits the default, so the request hash equals that of older versions.
      const content = revokesKeys ? { userId, revokesKeys } : { userId };
      const command = commandOf(`DELETE ${MEMBER}`, request, content);
      return removeMember(deps, { ...command, userId, revokesKeys });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/account/owner',
    operationId: 'transferOwnership',
    summary: 'Transfer the ownership of your account',
    description:
      'The member becomes the owner and you become an account admin, in one step. If you have a second factor, it must have been confirmed recently.',
    token: 'session',
    needsFresh: true,
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    body: z
      .object({ user_id: idField('user') })
      .meta({ id: 'OwnershipTransfer', description: 'The new owner.' }),
    replies: { 200: userSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'conflict'],
    async handle(request) {
      const { user_id: userId } = request.body;
      if (userId === undefined) throw notFound('user');
      const command = commandOf('POST /v1/account/owner', request, { userId });
      return transferOwnership(deps, { ...command, userId });
    },
  }),
  listAccountsRoute(deps),
];

const listTeamRoute = (deps: Deps) =>
  defineRoute({
    method: 'GET',
    path: TEAM,
    operationId: 'listMembers',
    summary: 'List the members of your account',
    description: 'All members, in any role, newest first. For owners, account admins and API keys.',
    token: 'session_or_key',
    keyScope: 'users:read',
    query: z
      .object({
        ...cursorFields('user'),
        status: userSchema.shape.status.optional().describe('Filter by status.'),
        role: z.enum(roles).optional().describe('Filter by role.'),
        search: searchField,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(userSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const { status, role, search } = query;
      const filter = { status, role, search };
      const page = await listTeam(deps, { caller, ...pageOf(query), ...filter });
      return { status: 200, body: listBody(page, toUserResource) };
    },
  });

const accountChoiceSchema = z
  .object({
    account_id: idOf('account', 'Account that you belong to'),
    livemode,
    role: z.enum(roles).describe('Your role in the account.'),
    default: z
      .boolean()
      .meta({ description: 'Whether a login without `account_id` uses this account.' }),
    current: z.boolean().meta({ description: 'Whether this request was made in this account.' }),
  })
  .meta({ id: 'AccountChoice', description: 'An account that you can act in.' });

const listAccountsRoute = (deps: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/auth/accounts',
    operationId: 'listOwnAccounts',
    summary: 'List the accounts that you belong to',
    description:
      'Your first account, then those that you joined by invitation. `account_id` selects one at login.',
    token: 'session',
    replies: {
      200: z
        .object({
          object: objectOf('list'),
          data: z.array(accountChoiceSchema).describe('All accounts, your first one first.'),
        })
        .meta({ id: 'AccountChoiceList', description: 'The accounts that you can act in.' }),
    },
    errors: ['unauthorized', 'forbidden'],
    async handle({ caller }) {
      return { status: 200, body: { object: 'list', data: await listAccounts(deps, caller) } };
    },
  });

async function listAccounts({ db }: Deps, caller: Caller) {
  const user = await findUser(db, userOf(caller));
  if (!user) return [];
  const first = { accountId: user.accountId, role: user.role, isDefault: true };
  const guest = (await listMemberships(db, user.id)).map((each) => ({ ...each, isDefault: false }));
  return [first, ...guest].flatMap(({ accountId, role, isDefault }) =>
    accountId === null || role === null
      ? []
      : {
          account_id: toPublicId('account', accountId),
          livemode: isLive(accountId),
          role,
          default: isDefault,
          current: accountId === caller.accountId,
        },
  );
}
