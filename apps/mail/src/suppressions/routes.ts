import { createHash, timingSafeEqual } from 'node:crypto';
import {
  AppError,
  type Caller,
  type ErrorCode,
  mailSuppressionSchema,
  parseEmail,
} from '@florin/contracts';
import { addToOutbox, runOnce } from '@florin/database';
import {
  accountFields,
  cursorFields,
  defineRoute,
  idempotencyKeyOf,
  idParams,
  listBody,
  listReply,
  notFound,
  oneCursor,
  pageOf,
  type Route,
  readBody,
  readPage,
} from '@florin/http-api';
import { z } from 'zod';
import { suppressionEvent, toSuppressionResource } from '../domain/suppression.ts';
import type { Db } from '../schema.ts';
import { deleteSuppression, findSuppression, selectSuppressions, suppress } from './queries.ts';
import { readNotice } from './read-notice.ts';

export interface SuppressionDeps {
  readonly db: Db;
  /** Token of the email provider's notices; undefined if there is none. */
  readonly noticesToken: string | undefined;
}

const PATH = '/v1/mail_suppressions';
const errors: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not_found'];

export const suppressionRoutes = (deps: SuppressionDeps): readonly Route[] => [
  noticesRoute(deps),
  listRoute(deps),
  removeRoute(deps),
];

/** Webhook for bounce and complaint notices of the email provider. */
const noticesRoute = ({ db, noticesToken }: SuppressionDeps) =>
  defineRoute({
    method: 'POST',
    path: '/mail/notices/{token}',
    operationId: 'takeMailNotice',
    summary: 'Receive bounce and complaint notices',
    description:
      'For the mail provider of Florin: Postmark, Amazon SES (through SNS), or any sender of `{"notices":[{"type":"bounce","email":"…"}]}`. The addresses are suppressed. Available if `MAIL_NOTICES_TOKEN` is set.',
    token: 'none',
    takesRaw: true,
    params: z.object({
      token: z
        .string()
        .max(200)
        .describe('Secret token of the mail provider: `MAIL_NOTICES_TOKEN`.'),
    }),
    replies: {
      200: z
        .object({ received: z.int().describe('Number of addresses in the notice.') })
        .meta({ id: 'MailNoticesTaken', description: 'An accepted notice.' }),
    },
    errors: ['invalid_request', 'not_found'],
    async handle({ params, raw, requestId }) {
      if (noticesToken === undefined || !raw || !isSame(params.token, noticesToken))
        throw new AppError('not_found', 'notices are not enabled here; see MAIL_NOTICES_TOKEN');
      const notices = readNotice(readBody(raw.body, 'application/json'));
      if (!notices)
        throw new AppError(
          'invalid_request',
          'send {"notices":[{"type":"bounce","email":"…"}]}, or a notice of Postmark or Amazon SES',
        );
      await db.transaction().execute(async (tx) => {
        for (const { email, reason } of notices)
          await suppress(tx, { email, reason, accountId: null, requestId });
      });
      return { status: 200, body: { received: notices.length } };
    },
  });

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

const listRoute = ({ db }: SuppressionDeps) =>
  defineRoute({
    method: 'GET',
    path: PATH,
    operationId: 'listMailSuppressions',
    summary: 'List suppressed addresses',
    description: 'Newest first. `email` selects one address. For administrators.',
    token: 'session',
    query: z
      .object({
        ...cursorFields('mailSuppression'),
        ...accountFields,
        email: z
          .string()
          .optional()
          .meta({ description: 'Filter by address.', examples: ['ada@example.com'] }),
      })
      .refine(...oneCursor),
    replies: { 200: listReply(mailSuppressionSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      assertOperator(caller);
      const { account_id: accountId, email } = query;
      if (accountId === null)
        return {
          status: 200,
          body: listBody({ items: [], hasMore: false }, toSuppressionResource),
        };
      const filter = {
        accountId,
        email: email === undefined ? undefined : (parseEmail(email) ?? email),
      };
      const page = await readPage(pageOf(query), {
        name: 'suppression',
        find: (id) => findSuppression(db, id),
        select: (cursor, rowsMax) => selectSuppressions(db, filter, cursor, rowsMax),
      });
      return { status: 200, body: listBody(page, toSuppressionResource) };
    },
  });

const removeRoute = ({ db }: SuppressionDeps) =>
  defineRoute({
    method: 'DELETE',
    path: `${PATH}/{mail_suppression_id}`,
    operationId: 'deleteMailSuppression',
    summary: 'Remove a suppressed address',
    description:
      'Mail to the address resumes. Use it once the cause is fixed. Returns the removed suppression. For administrators.',
    token: 'session',
    takesIdempotencyKey: true,
    params: idParams({ mail_suppression_id: 'mailSuppression' }),
    replies: {
      200: mailSuppressionSchema
        .extend({ deleted: z.literal(true).describe('Always true.') })
        .meta({ id: 'DeletedMailSuppression', description: 'A removed suppression.' }),
    },
    errors,
    async handle(request) {
      const { caller, params, requestId, idempotencyKey } = request;
      assertOperator(caller);
      const id = params.mail_suppression_id;
      const key = idempotencyKeyOf(`DELETE ${PATH}/{mail_suppression_id}`, request, params);
      return runOnce(db, key, async (tx) => {
        const found = await findSuppression(tx, id);
        if (!found || !(await deleteSuppression(tx, id))) throw notFound('mail suppression');
        const cause = { at: new Date(), requestId, idempotencyKey };
        await addToOutbox(tx, [suppressionEvent('mail_suppression.removed', found, cause)]);
        return { status: 200, body: { ...toSuppressionResource(found), deleted: true } };
      });
    },
  });

/** Only the operator of the mail server may do this. */
function assertOperator({ role }: Caller): void {
  if (role !== 'admin')
    throw new AppError('forbidden', 'only administrators can manage suppressed addresses; ask one');
}
