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
import { leavingBody, leavingRoute, leftKeysFields } from '../api-keys/left-behind.ts';
import type { Deps } from '../deps.ts';
import { commandOf, REVOKING_TIMEOUT_MS, userOf } from '../requests.ts';
import { searchField } from '../users/fields.ts';
import { toUserResource } from '../users/model.ts';
import { findUser } from '../users/queries.ts';
import { getMember, listTeam } from '../users/read.ts';
import { changeRole, removeMember, transferOwnership } from './change.ts';
import { listMemberships } from './queries.ts';

const TEAM = '/v1/account/users';
const MEMBER = `${TEAM}/{user_id}`;
const params = idParams({ user_id: 'user' });
const roleField = z
  .enum(teamRoles, { error: `must be one of ${teamRoles.join(', ')}` })
  .describe('What they may do in the account.');

/** Routes in the order of the OpenAPI document. */
export const membershipRoutes = (deps: Deps): readonly Route[] => [
  listTeamRoute(deps),
  defineRoute({
    method: 'GET',
    path: MEMBER,
    operationId: 'getMember',
    summary: 'Get somebody of your account, as who looks after it',
    description:
      'Somebody who belongs to your account, with their role in it. For who looks after it.',
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
    summary: 'Give somebody another role in your account',
    description:
      'From this answer on they may do what the new role may, in the sessions that they have. The role `owner` is handed over by `POST /v1/account/owner`. An API key needs every scope of the role before and of the one after, and never acts on the owner or account admins.',
    token: 'session_or_key',
    keyScope: 'users:write',
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params,
    body: z
      .object({ role: roleField })
      .meta({ id: 'MemberUpdate', description: 'Another role of somebody.' }),
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
    summary: 'Remove a person from your account, or leave it; their login stays',
    description:
      'From this answer on they cannot act in the account; their login and their other accounts stay. Their pending invitations end. API keys that they made work on: `api_keys` lists them, and `revoke_keys` revokes them in the same step. Everyone may leave, but for the last owner. An API key needs every scope of their role, and never acts on the owner or account admins.',
    ...leavingRoute,
    params,
    body: leavingBody.meta({
      id: 'MemberRemoval',
      description: 'How a person is removed from an account.',
    }),
    replies: {
      200: userSchema.extend(leftKeysFields).meta({
        id: 'RemovedMember',
        description:
          'A person who was removed from an account, and API keys of theirs that remain.',
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
    summary: 'Hand your account over to somebody else of it; you stay as an account admin',
    description:
      'They are the owner and you an account admin, in one step. A second factor has to be shown lately where you have one.',
    token: 'session',
    needsFresh: true,
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    body: z
      .object({ user_id: idField('user') })
      .meta({ id: 'OwnershipTransfer', description: 'Who is to own the account.' }),
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
    summary: 'List the people of your account as who looks after it, newest first',
    description: 'Everybody who belongs to your account, in whatever role. For who looks after it.',
    token: 'session_or_key',
    keyScope: 'users:read',
    query: z
      .object({
        ...cursorFields('user'),
        status: userSchema.shape.status.optional().describe('Only those with this status.'),
        role: z.enum(roles).optional().describe('Only those in this role.'),
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
    role: z.enum(roles).describe('Your role there.'),
    default: z.boolean().meta({ description: 'Whether a login without `account_id` acts in it.' }),
    current: z.boolean().meta({ description: 'Whether this request was made in it.' }),
  })
  .meta({ id: 'AccountChoice', description: 'An account that you can act in.' });

const listAccountsRoute = (deps: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/auth/accounts',
    operationId: 'listOwnAccounts',
    summary: 'List the accounts that you belong to, of which a login chooses one',
    description:
      'Your own first, then those that you were invited to. A login acts in the one that its `account_id` names.',
    token: 'session',
    replies: {
      200: z
        .object({
          object: objectOf('list'),
          data: z.array(accountChoiceSchema).describe('All of them, your own first.'),
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
