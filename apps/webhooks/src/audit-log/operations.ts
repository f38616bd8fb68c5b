import { Readable } from 'node:stream';
import { AppError, type Caller, type Uuid } from '@florin/contracts';
import { type Bounds, inBackground } from '@florin/database';
import { listBody, toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { auditSeenBy, includes, type Scope, seesKeysOnly } from '../domain/access.ts';
import { toAuditEntry } from '../domain/audit-entry.ts';
import { typesOf } from '../domain/event.ts';
import { findEvent } from '../events/queries.ts';
import type { WebhooksTables } from '../schema.ts';
import {
  type AuditCursor,
  type AuditedObject,
  type AuditPage,
  findOperation,
  listAudited,
} from './queries.ts';
import type { RequestFilter } from './requests.ts';

export interface AuditFilter extends Bounds, Omit<RequestFilter, 'apiKeyId' | 'isByKey'> {
  /** Null matches no account. */
  readonly accountId: Uuid | null | undefined;
  readonly type: string;
  readonly outcome: AuditPage['outcome'];
  /** Null matches no object. */
  readonly objectId: AuditedObject | null | undefined;
  /** Null matches no key. */
  readonly apiKeyId: Uuid | null | undefined;
}

export interface AuditQuery extends AuditFilter, Pick<AuditPage, 'order'> {
  readonly limit: number;
  readonly after: Uuid | undefined;
  readonly before: Uuid | undefined;
}

const EXPORTED_AT_ONCE = 500;
/** A client that does not read for this long is disconnected. */
const STALLED_MS = 60_000;

export interface AuditLogDeps {
  readonly db: Kysely<WebhooksTables>;
}

/** A page, newest first. */
export async function listAuditLog({ db }: AuditLogDeps, caller: Caller, query: AuditQuery) {
  const { limit } = query;
  const scope = narrow(auditScope(caller), query.accountId);
  const after = await cursorOf(db, scope, query.after);
  const before = await cursorOf(db, scope, query.before);
  const page =
    scope && namesSomething(query)
      ? { ...toPageOf(scope, query, caller), after, before, order: query.order }
      : undefined;
  const rows = page ? await listAudited(db, page, limit + 1) : [];
  return listBody(toPage(rows, limit, before ? 'before' : 'after'), toAuditEntry);
}

/** Exports all entries as lines, newest first, read from the database at the client's speed. */
export function exportAuditLog({ db }: AuditLogDeps, caller: Caller, filter: AuditFilter) {
  const scope = narrow(auditScope(caller), filter.accountId);
  const lines = scope && namesSomething(filter) ? linesOf(db, toPageOf(scope, filter, caller)) : [];
  return { chunks: Readable.from(lines, { highWaterMark: 1 }), stalledMs: STALLED_MS };
}

/** @throws AppError invalid_request for a cursor that is not an entry of the log. */
async function cursorOf(
  db: Kysely<WebhooksTables>,
  scope: Scope | undefined,
  id: Uuid | undefined,
) {
  if (id === undefined) return undefined;
  const entry = scope && (await findEntry(db, id));
  if (entry && includes(scope, entry.accountId)) return entry;
  const message = 'the cursor does not exist; use an id from this list';
  throw new AppError('invalid_request', message);
}

async function* linesOf(db: Kysely<WebhooksTables>, first: AuditPage): AsyncGenerator<string> {
  let page = first;
  for (;;) {
    const asked = page;
    // In the background, since a rare filter reads the whole log for one page, beyond a request's
    // timeout.
    const rows = await inBackground(db, (tx) => listAudited(tx, asked, EXPORTED_AT_ONCE));
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(toAuditEntry(row))}\n`).join('');
    const after = rows.at(-1);
    if (!after || rows.length < EXPORTED_AT_ONCE) return;
    page = { ...first, after };
  }
}

const namesSomething = ({ objectId, apiKeyId }: AuditFilter) =>
  objectId !== null && apiKeyId !== null;

function toPageOf(scope: Scope, filter: AuditFilter, caller: Caller): AuditPage {
  const { type, accountId: _, objectId, apiKeyId, ...others } = filter;
  return {
    ...{ ...others, scope, types: typesOf(type) },
    ...{ objectId: objectId ?? undefined, apiKeyId: apiKeyId ?? undefined },
    isByKey: seesKeysOnly(caller),
    ...{ after: undefined, before: undefined },
  };
}

/** An entry's position in the log, and its account. */
async function findEntry(
  db: Kysely<WebhooksTables>,
  id: Uuid,
): Promise<(AuditCursor & { readonly accountId: Uuid | null }) | undefined> {
  const event = await findEvent(db, id);
  return event ? { ...event, number: 0n } : findOperation(db, id);
}

/** @throws AppError forbidden for callers without access. */
function auditScope(caller: Caller): Scope {
  const scope = auditSeenBy(caller);
  if (scope) return scope;
  throw new AppError('forbidden', 'only owners of an account can read the audit log; ask an owner');
}

function narrow(seen: Scope, asked: Uuid | null | undefined): Scope | undefined {
  if (asked === undefined) return seen;
  return asked !== null && includes(seen, asked) ? { accountId: asked } : undefined;
}
