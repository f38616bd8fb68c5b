import { hash } from 'node:crypto';
import {
  IDEMPOTENCY_KEY_DAYS,
  isReplayable,
  otherContent,
  type Reply,
  stillRunning,
  toReplay,
} from '@florin/contracts';
import { type Generated, type Kysely, sql, type Transaction } from 'kysely';
import { inBackground } from '../connection/in-background.ts';
import { withTables } from '../connection/with-tables.ts';
import { isLockTimeout } from '../errors/postgres-errors.ts';

export interface IdempotencyTables {
  idempotency_keys: {
    scope: string;
    key: string;
    /** Hash of the request as parsed by the version that executed it. */
    request_hash: string;
    /** Hash of the request as sent; null if an older version executed it. */
    sent_hash: string | null;
    /** Null while the work of this key is in progress. */
    status: number | null;
    /** The reply's body as JSON text. */
    body: string | null;
    created_at: Generated<Date>;
  };
}

export interface IdempotencyKey {
  /** Caller and route. The same key is unrelated for another caller or route. */
  readonly scope: string;
  /** The client's Idempotency-Key. */
  readonly key: string;
  /** The parsed request; the same key with another request is refused. */
  readonly request: unknown;
  /** The request as sent, which still matches if another version parses it differently. */
  readonly sent: unknown;
}

/**
 * Runs `work` at most once per key, in one transaction with the key's row. A repetition gets the
 * first reply, marked `Idempotent-Replayed`. If `work` throws, the key is not stored.
 * @throws AppError invalid_request (422) for another request; conflict while the first one runs
 */
export async function runOnce<Tables extends IdempotencyTables>(
  db: Kysely<Tables>,
  key: IdempotencyKey | undefined,
  work: (tx: Transaction<Tables>) => Promise<Reply>,
): Promise<Reply> {
  if (!key) return db.transaction().execute(work);
  return db.transaction().execute(async (tx) => {
    const keys = withTables<IdempotencyTables, Tables>(tx);
    const earlier = await claimKey(keys, key);
    if (earlier === 'running') throw stillRunning();
    if (earlier !== 'claimed') return earlier;
    const reply = await work(tx);
    await saveReply(keys, key, reply);
    return reply;
  });
}

/** Claims a key, or returns its stored reply or that its work is in progress. */
export async function claimKey(
  tx: Transaction<IdempotencyTables>,
  claim: IdempotencyKey,
): Promise<Reply | 'claimed' | 'running'> {
  const { scope, key, request, sent } = claim;
  const request_hash = hashRequest(request);
  const sent_hash = hashRequest(sent);
  // A concurrent writer waits here for the first to commit, so only one runs the work.
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ scope, key, request_hash, sent_hash, status: null, body: null })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isLockTimeout(error) ? stillRunning() : error;
    });
  if (claimed) return 'claimed';

  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'sent_hash', 'status', 'body'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  // Deleted or freed since the previous statement, so it can be claimed.
  if (!earlier) return claimKey(tx, claim);
  if (earlier.request_hash !== request_hash && earlier.sent_hash !== sent_hash)
    throw otherContent();
  return toReplay(earlier) ?? 'running';
}

/** Stores the reply under its key. */
export async function saveReply(
  tx: Transaction<IdempotencyTables>,
  { scope, key }: Pick<IdempotencyKey, 'scope' | 'key'>,
  reply: Reply,
): Promise<void> {
  if (!isReplayable(reply))
    throw new Error(`a reply with status ${reply.status} must be thrown, not returned`);
  await tx
    .updateTable('idempotency_keys')
    .set({ status: reply.status, body: JSON.stringify(reply.body) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute();
}

/** SHA-256 of a request, independent of member order. */
export function hashRequest(request: unknown): string {
  return hash('sha256', toCanonicalJson(request), 'base64url');
}

/** Deletes expired keys, at most `rowsMax` a call. Keys of unfinished work stay. */
export async function deleteOldKeys(
  db: Kysely<IdempotencyTables>,
  rowsMax: number,
): Promise<bigint> {
  const { numAffectedRows } = await inBackground(db, (tx) =>
    sql`
    delete from idempotency_keys where (scope, key) in (
      select scope, key from idempotency_keys
       where created_at < now() - ${IDEMPOTENCY_KEY_DAYS} * interval '1 day' and status is not null
       limit ${rowsMax})`.execute(tx),
  );
  return numAffectedRows ?? 0n;
}

/** Part of the first migration of every service that accepts Idempotency-Keys. */
export async function createIdempotencyKeys(db: Kysely<unknown>, appRole: string): Promise<void> {
  await sql`
    create table idempotency_keys (
      scope text not null,
      key text not null,
      request_hash text not null,
      status integer,
      body text,
      created_at timestamptz(3) not null default now(),
      primary key (scope, key)
    )`.execute(db);
  await sql`create index idempotency_keys_created_at on idempotency_keys (created_at)`.execute(db);
  await sql`grant select, insert, update, delete on idempotency_keys to ${sql.id(appRole)}`.execute(
    db,
  );
}

/** Later migration of every service that accepts Idempotency-Keys. */
export async function addSentHash(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_keys add column sent_hash text`.execute(db);
}

/** JSON with sorted members, 64-bit integers as text, and an empty string for undefined. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? '';
}

/** A copy with sorted members, since JSON keeps insertion order. */
function inOrder(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object' || 'toJSON' in value) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const member = inOrder((value as Record<string, unknown>)[name]);
    // Plain assignment of a `__proto__` member would set the prototype.
    if (name === '__proto__')
      Object.defineProperty(ordered, name, { value: member, enumerable: true });
    else ordered[name] = member;
  }
  return ordered;
}
