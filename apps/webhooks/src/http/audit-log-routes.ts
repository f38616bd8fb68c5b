import { auditEntrySchema } from '@florin/contracts';
import {
  cursorFields,
  defineRoute,
  filterField,
  instantField,
  listReply,
  oneCursor,
} from '@florin/http-api';
import { z } from 'zod';
import type { AuditFilter, ReadAuditLog } from '../operations/read-audit-log.ts';
import { typeField } from './event-fields.ts';

const filterFields = {
  type: typeField.default('*'),
  outcome: z.enum(['done', 'refused']).optional(),
  account_id: filterField('account'),
  from: instantField('from').optional(),
  to: instantField('to').optional(),
};

const LINES = 'application/jsonl';

const exportHeaders = {
  'Content-Type': `${LINES}; charset=utf-8`,
  'Content-Disposition': 'attachment; filename="audit-log.jsonl"',
};

export const auditLogRoutes = (log: ReadAuditLog) => [
  defineRoute({
    method: 'GET',
    path: '/v1/audit_log',
    summary: 'List who changed what, or tried to, newest first',
    token: 'session',
    query: z.object({ ...cursorFields('event'), ...filterFields }).refine(...oneCursor),
    replies: { 200: listReply(auditEntrySchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const { limit, starting_after: after, ending_before: before } = query;
      const body = await log.list(caller, { ...toFilter(query), limit, after, before });
      return { status: 200, body };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/audit_log/export',
    summary: 'Export who changed what, or tried to, newest first, one JSON object a line',
    token: 'session',
    isStream: true,
    mediaType: LINES,
    query: z.object(filterFields),
    replies: { 200: z.string().meta({ description: 'JSON Lines, each an audit entry.' }) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      return { status: 200, headers: exportHeaders, ...log.export(caller, toFilter(query)) };
    },
  }),
];

interface FilterQuery extends Pick<AuditFilter, 'type'> {
  readonly outcome?: AuditFilter['outcome'];
  readonly account_id?: AuditFilter['accountId'];
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

function toFilter({ type, outcome, account_id, from, to }: FilterQuery): AuditFilter {
  return { type, outcome, accountId: account_id, from: toDate(from), to: toDate(to) };
}

function toDate(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}
