import { AppError, reconciliationSchema } from '@florin/contracts';
import { accountFields, defineRoute, listReply, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { Db } from '../schema.ts';
import { listReports } from './reports.ts';

const DAY_MS = 86_400_000;
/** Days per request. */
const DAYS_MAX = 31;
const DAYS = 7;

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

export const reconciliationRoute = (db: Db): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/reconciliations',
    operationId: 'listReconciliations',
    summary: 'Compare processor settlements with Florin, day by day',
    description:
      'For each day and processor: the settled amounts, the amounts that Florin recorded, and the differences. At most 31 days. Read-only.',
    token: 'session_or_key',
    scope: 'payouts:read',
    query: z.object({
      from: z.iso
        .date()
        .optional()
        .describe('First day (UTC, ISO 8601). Default: six days before `to`.'),
      to: z.iso.date().optional().describe('Last day, included (UTC). Default: today.'),
      processor: z
        .string()
        .regex(/^[a-z_]{1,40}$/)
        .optional()
        .meta({ description: 'Only settlements of this processor.', examples: ['stripe'] }),
      ...accountFields,
    }),
    replies: { 200: listReply(reconciliationSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const now = Date.now();
      const { to = dayOf(now), processor, account_id: accountId, livemode } = query;
      const from = query.from ?? dayOf(Date.parse(to) - (DAYS - 1) * DAY_MS);
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      if (days < 1 || days > DAYS_MAX)
        throw new AppError('invalid_request', `from, to: must span 1 to ${DAYS_MAX} days`);
      const asked = { from, to, processor, accountId, livemode };
      const data = await listReports(db, caller, asked, now);
      return { status: 200, body: { object: 'list', data, has_more: false } };
    },
  });
