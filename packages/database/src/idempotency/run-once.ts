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
    /** Of what was asked, as the version that did it read it. */
    request_hash: string;
    /** Of what was sent; null where a version did it that did not keep it. */
    sent_hash: string | null;
    /** Null while the work that this key stands for is still going on. */
    status: number | null;
    /** The reply's body as JSON text. */
    body: string | null;
    created_at: Generated<Date>;
  };
}

export interface IdempotencyKey {
  /** Caller and route: the same key of another caller or on another route is another key. */
  readonly scope: string;
  /** The client's Idempotency-Key. */
  readonly key: string;
  /** What was asked: the same key with other content is refused. */
  readonly request: unknown;
  /** How it was sent: sent again it is the same, also where another version reads it otherwise. */
  readonly sent: unknown;
}

/**
 * Runs `work` at most once per key, in one transaction with the key's row. A repetition gets the
 * first reply back, marked `Idempotent-Replayed`. What `work` throws leaves no trace of the key.
 * @throws AppError invalid_request (422) for other content; conflict while the first still runs.
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

/** Claims a key, or returns what became of it: the stored reply, or that it still runs. */
export async function claimKey(
  tx: Transaction<IdempotencyTables>,
  claim: IdempotencyKey,
): Promise<Reply | 'claimed' | 'running'> {
  const { scope, key, request, sent } = claim;
  const request_hash = hashRequest(request);
  const sent_hash = hashRequest(sent);
  // A second writer waits here for the first to commit, so both cannot run the work.
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
  // Forgotten or freed since the statement before: then it can be claimed after all.
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

/** SHA-256 of a request, independent of the order of its members. */
export function hashRequest(request: unknown): string {
  return hash('sha256', toCanonicalJson(request), 'base64url');
}

/** Forgets keys past their time; at most `rowsMax` a call. Those of unfinished work stay. */
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

/** Part of the first migration of every service that takes Idempotency-Keys. */
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

/** A later migration of every service that takes Idempotency-Keys. */
export async function addSentHash(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_keys add column sent_hash text`.execute(db);
}

/** JSON with the members of each object in order, and 64-bit integers as text. Nothing at all has no JSON. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value)) ?? '';
}

/** The same value, made anew: objects are written in the order in which they got their members. */
function inOrder(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value === null || typeof value !== 'object' || 'toJSON' in value) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const member = inOrder((value as Record<string, unknown>)[name]);
    // JSON may have a member of this name, which an object keeps only so.
    if (name === '__proto__')
      Object.defineProperty(ordered, name, { value: member, enumerable: true });
    else ordered[name] = member;
  }
  return ordered;
}
