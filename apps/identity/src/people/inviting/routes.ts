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
  readPage,
} from '@florin/http-api';
import { z } from 'zod';
import { tokenField } from '../../confirmations/fields.ts';
import type { Deps } from '../../deps.ts';
import { managedTeamOf } from '../../domain/access.ts';
import { toInvitationResource } from '../../domain/invitation.ts';
import { findInvitation, listInvitations } from '../../invitations/queries.ts';
import { commandOf, REVOKING_TIMEOUT_MS, type Rules } from '../../requests.ts';
import { languageOf } from '../../texts/language.ts';
import { acceptInvitation } from './accept.ts';
import { invite, revokeInvitation } from './invite.ts';

const PATH = '/v1/invitations';
const ONE = `${PATH}/{invitation_id}`;

/** Routes in the order of the OpenAPI document. */
export const invitationRoutes = (deps: Deps, rules: Rules): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: PATH,
    operationId: 'createInvitation',
    summary: 'Invite a person to your account',
    description:
      'Mails a link for joining the account in the given role. For owners, account admins and API keys. A key can invite only to roles whose scopes it has, in the name of an owner, and its pending invitations end with it. `409` if the person already belongs to the account.',
    token: 'session_or_key',
    keyScope: 'users:write',
    takesIdempotencyKey: true,
    body: z
      .object({
        email: emailField,
        role: z
          .enum(teamRoles, { error: `must be one of ${teamRoles.join(', ')}` })
          .default('member')
          .describe('Role after joining.'),
      })
      .meta({ id: 'NewInvitation', description: 'An invitation to send.' }),
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
    summary: 'List invitations',
    description:
      'Invitations of the account with their status, newest first. For owners, account admins and API keys.',
    token: 'session_or_key',
    keyScope: 'users:read',
    query: z.object(cursorFields('invitation')).refine(...oneCursor),
    replies: { 200: listReply(invitationSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const accountId = managedTeamOf(caller);
      const page = await readPage(pageOf(query), {
        name: 'invitation of yours',
        find: async (id) => (await findInvitation(deps.db, id))?.accountId === accountId,
        select: (cursor, rowsMax) => listInvitations(deps.db, accountId, cursor, rowsMax),
      });
      const now = deps.now();
      return { status: 200, body: listBody(page, (each) => toInvitationResource(each, now)) };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: ONE,
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation',
    description:
      'Its link stops working. Returns the revoked invitation. `409` if it was already accepted.',
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
    summary: 'Accept an invitation',
    description:
      'Needs no login: the token, which is only in the mail, identifies the person. A person with a login keeps it and joins the account as well; a person without one gets a login with the given password. `409` if the person already belongs to the account, and if the login was created by another account and the person has not reset the password by mail.',
    token: 'none',
    isCostly: true,
    timeoutMs: REVOKING_TIMEOUT_MS + 5_000,
    body: z
      .object({
        token: tokenField,
        password: z.string({ error: 'must be a string' }).min(1, 'must not be empty').meta({
          description: 'Password of the existing login of the address, or of a new one.',
        }),
        name: nameField.nullish(),
      })
      .meta({ id: 'InvitationAcceptance', description: 'Token of an invitation, and a password.' }),
    replies: {
      200: z
        .object({
          message: z.string().describe('Human-readable result.'),
          user_id: idOf('user', 'User who joined'),
          account_id: idOf('account', 'Account that the user joined'),
          role: z.enum(teamRoles).describe('Role in the account.'),
        })
        .meta({ id: 'JoinedAccount', description: 'An accepted invitation.' }),
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
          message: 'you belong to the account now; log in with its account_id to act in it',
          user_id: toPublicId('user', joined.userId),
          account_id: toPublicId('account', joined.accountId),
          role: joined.role,
        },
      };
    },
  }),
];
