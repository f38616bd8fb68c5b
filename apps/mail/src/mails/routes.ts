import { AppError, mailSchema, mailStatuses, parseAnyPublicId, type Uuid } from '@florin/contracts';
import { runOnce } from '@florin/database';
import {
  accountFields,
  canWrite,
  cursorFields,
  defineRoute,
  idempotencyKeyOf,
  idParams,
  listBody,
  listReply,
  notFound,
  oneCursor,
  pageOf,
  readPage,
  scopeOf,
} from '@florin/http-api';
import { z } from 'zod';
import type { Db } from '../schema.ts';
import { findMail, selectMails } from './queries.ts';
import { resend } from './resend.ts';
import { toMail } from './resource.ts';

/** Lists emails and their delivery status. */
export const mailsRoute = ({ db }: { readonly db: Db }) =>
  defineRoute({
    method: 'GET',
    path: '/v1/mails',
    operationId: 'listMails',
    summary: 'List mails',
    description:
      'Mails to customers, and mails to the account about its keys, payouts and endpoints, but not about logins. Mails are stored for 45 days.',
    token: 'session_or_key',
    scope: 'payments:read',
    query: z
      .object({
        ...cursorFields('mail'),
        status: z.enum(mailStatuses).optional().describe('Filter by status.'),
        object_id: z
          .string()
          .transform((text): Uuid | null => parseAnyPublicId(text) ?? null)
          .optional()
          .meta({ description: 'Only mails about this object, by its id.' }),
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(mailSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const { status, object_id: aboutId } = query;
      const accountId = scopeOf(caller, query.account_id);
      const page = await readPage(pageOf(query), {
        name: 'mail',
        find: async (id) => accountId !== undefined && findMail(db, accountId, id),
        select: async (cursor, rowsMax) =>
          accountId === undefined || aboutId === null
            ? []
            : selectMails(db, { accountId, status, aboutId }, cursor, rowsMax),
      });
      return { status: 200, body: listBody(page, toMail) };
    },
  });

export const resendRoute = ({ db }: { readonly db: Db }) =>
  defineRoute({
    method: 'POST',
    path: '/v1/mails/{mail_id}/resend',
    operationId: 'resendMail',
    summary: 'Resend a mail',
    description:
      'Creates the same mail again for the same recipient, with current values, texts and addresses. An obsolete mail is dropped again. `409` while the mail is waiting to be sent.',
    token: 'session_or_key',
    scope: 'payments:write',
    takesIdempotencyKey: true,
    params: idParams({ mail_id: 'mail' }),
    body: z.object({}),
    isBodyOptional: true,
    replies: { 201: mailSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'conflict'],
    async handle(request) {
      const { caller, params } = request;
      const accountId = scopeOf(caller, undefined);
      const key = idempotencyKeyOf('POST /v1/mails/{mail_id}/resend', request, params);
      return runOnce(db, key, async (tx) => {
        const mail =
          accountId === undefined ? undefined : await findMail(tx, accountId, params.mail_id);
        if (!mail?.account_id) throw notFound('mail');
        if (!canWrite(caller, mail.account_id))
          throw new AppError('forbidden', 'this role is read-only');
        const row = await resend(tx, mail);
        return { status: 201, body: toMail(row) };
      });
    },
  });
