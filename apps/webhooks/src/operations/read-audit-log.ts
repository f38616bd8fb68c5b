import { Readable } from 'node:stream';
import { AppError, type Caller, type Uuid } from '@florin/contracts';
import type { Created } from '@florin/database';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { auditSeenBy, includes, type Span } from '../domain/access.ts';
import { toAuditEntry } from '../domain/audit-entry.ts';
import { typesOf } from '../domain/event-types.ts';
import { findOperation } from '../store/audited-operations.ts';
import { findEvent } from '../store/events.ts';
import { type AuditCursor, type AuditPage, listAudited } from '../store/list-audited.ts';
import type { WebhooksTables } from '../store/schema.ts';

export interface AuditFilter extends Created {
  /** Null names no account. */
  readonly accountId: Uuid | null | undefined;
  readonly type: string;
  readonly outcome: AuditPage['outcome'];
}

export interface AuditQuery extends AuditFilter {
  readonly limit: number;
  readonly after: Uuid | undefined;
  readonly before: Uuid | undefined;
}

const EXPORTED_AT_ONCE = 500;
/** A reader who takes nothing for so long is cut. */
const STALLED_MS = 60_000;

/** Who changed what, or tried to: without what it was or became. */
export function makeReadAuditLog(db: Kysely<WebhooksTables>) {
  /** @throws AppError invalid_request for a cursor that is no entry of the log. */
  async function cursorOf(span: Span | undefined, id: Uuid | undefined) {
    if (id === undefined) return undefined;
    const entry = span && (await findEntry(db, id));
    if (entry && includes(span, entry.accountId)) return entry;
    const message = 'the cursor names no entry: use an id from this list';
    throw new AppError('invalid_request', message);
  }

  return {
    /** A page, newest first. */
    async list(caller: Caller, query: AuditQuery) {
      const { limit } = query;
      const span = narrow(spanFor(caller), query.accountId);
      const after = await cursorOf(span, query.after);
      const before = await cursorOf(span, query.before);
      const page = span && { ...toPageOf(span, query), after, before };
      const rows = page ? await listAudited(db, page, limit + 1) : [];
      const { items, hasMore } = toPage(rows, limit, before ? 'before' : 'after');
      return { object: 'list', data: items.map(toAuditEntry), has_more: hasMore };
    },

    /** All of it, newest first, a line each: read from the database as the reader takes it. */
    export(caller: Caller, filter: AuditFilter) {
      const span = narrow(spanFor(caller), filter.accountId);
      const lines = span ? linesOf(db, toPageOf(span, filter)) : [];
      return { pieces: Readable.from(lines, { highWaterMark: 1 }), stalledMs: STALLED_MS };
    },
  };
}

export type ReadAuditLog = ReturnType<typeof makeReadAuditLog>;

async function* linesOf(db: Kysely<WebhooksTables>, first: AuditPage): AsyncGenerator<string> {
  let page = first;
  for (;;) {
    const rows = await listAudited(db, page, EXPORTED_AT_ONCE);
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(toAuditEntry(row))}\n`).join('');
    const after = rows.at(-1);
    if (!after || rows.length < EXPORTED_AT_ONCE) return;
    page = { ...first, after };
  }
}

function toPageOf(span: Span, filter: AuditFilter): AuditPage {
  const { type, outcome, createdAfter, createdBefore } = filter;
  const created = { createdAfter, createdBefore };
  return { span, types: typesOf(type), outcome, ...created, after: undefined, before: undefined };
}

/** An entry's place in the log, and whose it is. */
async function findEntry(
  db: Kysely<WebhooksTables>,
  id: Uuid,
): Promise<(AuditCursor & { readonly accountId: Uuid | null }) | undefined> {
  const event = await findEvent(db, id);
  return event ? { ...event, number: 0n } : findOperation(db, id);
}

/** @throws AppError forbidden for whoever may not read it. */
function spanFor(caller: Caller): Span {
  const span = auditSeenBy(caller);
  if (span) return span;
  throw new AppError('forbidden', 'the audit log is for the owner of an account: ask them');
}

function narrow(seen: Span, asked: Uuid | null | undefined): Span | undefined {
  if (asked === undefined) return seen;
  return asked !== null && includes(seen, asked) ? { accountId: asked } : undefined;
}
