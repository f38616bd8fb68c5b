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
    summary: 'Compare what processors have settled with what is known here, day by day',
    description:
      'For each day and processor: what the processor has settled, what is known here, and where the two differ. Up to 31 days; nothing is changed by it.',
    token: 'session_or_key',
    scope: 'payouts:read',
    query: z.object({
      from: z.iso
        .date()
        .optional()
        .describe('First day, by UTC (ISO 8601); without it, the seventh before and with `to`.'),
      to: z.iso.date().optional().describe('Last day, by UTC, included; without it, today.'),
      processor: z
        .string()
        .regex(/^[a-z_]{1,40}$/)
        .optional()
        .meta({ description: 'Only what this processor has settled.', examples: ['stripe'] }),
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
        throw new AppError('invalid_request', `from, to: take 1 to ${DAYS_MAX} days`);
      const asked = { from, to, processor, accountId, livemode };
      const data = await listReports(db, caller, asked, now);
      return { status: 200, body: { object: 'list', data, has_more: false } };
    },
  });
