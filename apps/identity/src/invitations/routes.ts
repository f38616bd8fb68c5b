import { invitationSchema, teamRoles, toPublicId } from '@florin/contracts';
import { idOf } from '@florin/contracts/members';
import {
  cursorFields,
  defineRoute,
  emailField,
  idParams,
  listBody,
  listReply,
  nameField,
  oneCursor,
  pageOf,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import { languageOf } from '../auth-pages/language.ts';
import type { Deps } from '../deps.ts';
import { tokenField } from '../email-confirmations/routes.ts';
import { readPage } from '../lists.ts';
import { commandOf, REVOKING_TIMEOUT_MS, type Rules } from '../requests.ts';
import { lookedAfterBy } from '../users/read.ts';
import { acceptInvitation } from './accept.ts';
import { invite, revokeInvitation } from './invite.ts';
import { toInvitationResource } from './model.ts';
import { findInvitation, listInvitations } from './queries.ts';

const PATH = '/v1/invitations';
const ONE = `${PATH}/{invitation_id}`;

/** Routes in the order of the OpenAPI document. */
export const invitationRoutes = (deps: Deps, rules: Rules): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: PATH,
    operationId: 'createInvitation',
    summary: 'Ask somebody by mail to join your account',
    description:
      'Sends a mail with a link by which its reader joins the account in the role that is named. For the owner, account admins and API keys; a key invites only to roles whose scopes it has, in the name of an owner, and its pending invitations end with it. `409` where they belong to the account already.',
    token: 'session_or_key',
    keyScope: 'users:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        email: emailField,
        role: z
          .enum(teamRoles, { error: `must be one of ${teamRoles.join(', ')}` })
          .default('member')
          .describe('In which role they join.'),
      })
      .meta({ id: 'NewInvitation', description: 'Who is asked to join, and in which role.' }),
    replies: { 201: invitationSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'conflict'],
    async handle(request) {
      const { email, role } = request.body;
      const language = languageOf(request.acceptLanguage);
      const command = commandOf(`POST ${PATH}`, request, { email, role });
      return invite(deps, { ...command, email, role, language });
    },
  }),
  defineRoute({
    method: 'GET',
    path: PATH,
    operationId: 'listInvitations',
    summary: 'List whom your account has invited, newest first',
    description: 'Invitations of the account with what has become of each. For who looks after it.',
    token: 'session_or_key',
    keyScope: 'users:read',
    query: z.object(cursorFields('invitation')).refine(...oneCursor),
    replies: { 200: listReply(invitationSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const accountId = lookedAfterBy(caller);
      const page = await readPage(pageOf(query), {
        name: 'invitation',
        has: async (id) => (await findInvitation(deps.db, id))?.accountId === accountId,
        read: (cursor, rowsMax) => listInvitations(deps.db, accountId, cursor, rowsMax),
      });
      const now = deps.now();
      return { status: 200, body: listBody(page, (each) => toInvitationResource(each, now)) };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: ONE,
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation: nobody joins by it any more',
    description:
      'The link in its mail does nothing any more; the answer is the invitation as it is then. `409` once it was accepted.',
    token: 'session_or_key',
    keyScope: 'users:write',
    takesIdempotencyKey: true,
    params: idParams({ invitation_id: 'invitation' }),
    replies: { 200: invitationSchema },
    errors: ['unauthorized', 'forbidden', 'not_found', 'conflict'],
    async handle(request) {
      const { invitation_id: invitationId } = request.params;
      const command = commandOf(`DELETE ${ONE}`, request, { invitationId });
      return revokeInvitation(deps, { ...command, invitationId });
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${PATH}/accept`,
    operationId: 'acceptInvitation',
    summary: 'Join an account by the token of an invitation, with your password or a new one',
    description:
      'Needs no login: the token, which only the mail has, says who it is. A person with a login keeps it and belongs to one more account; a person without gets one, with the password that is sent. `409` for people of the account, and for a login that another account created and whose person has not reset the password by mail.',
    token: 'none',
    isCostly: true,
    timeoutMs: REVOKING_TIMEOUT_MS + 5_000,
    body: z
      .object({
        token: tokenField,
        password: z.string({ error: 'must be a string' }).min(1, 'must not be empty').meta({
          description: 'Of the login that the address has here, or chosen for a new one.',
        }),
        name: nameField.nullish(),
      })
      .meta({ id: 'InvitationAcceptance', description: 'By what somebody joins an account.' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('What was done, for people.'),
          user_id: idOf('user', 'User who has joined'),
          account_id: idOf('account', 'Account that they belong to now'),
          role: z.enum(teamRoles).describe('Their role there.'),
        })
        .meta({ id: 'JoinedAccount', description: 'That somebody has joined an account.' }),
    },
    errors: ['invalid_request', 'invalid_grant', 'invalid_credentials', 'conflict'],
    async handle({ body, requestId, address }) {
      const { token, password, name = null } = body;
      const joined = await acceptInvitation(deps, {
        ...{ token, password, name, rules, requestId, address },
      });
      return {
        status: 200,
        body: {
          message: 'you belong to the account now: log in with its account_id to act in it',
          user_id: toPublicId('user', joined.userId),
          account_id: toPublicId('account', joined.accountId),
          role: joined.role,
        },
      };
    },
  }),
];
