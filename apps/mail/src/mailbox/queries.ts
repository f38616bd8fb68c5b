import { newId, type Uuid } from '@florin/contracts';
import { sql } from 'kysely';
import type { Db } from '../schema.ts';

export interface Received {
  readonly id: Uuid;
  readonly receiver: string;
  readonly raw: Buffer;
  readonly receivedAt: Date;
}

/** Only the newest are stored. */
export const KEPT_MAX = 500;
const SHOWN_MAX = 100;

export async function keepReceived(db: Db, receivers: readonly string[], raw: Buffer) {
  for (const receiver of receivers)
    await sql`insert into mailbox (id, receiver, raw)
              values (${newId()}, ${receiver}, ${raw})`.execute(db);
  await sql`
    delete from mailbox
     where id in (select id from mailbox order by id desc offset ${KEPT_MAX})`.execute(db);
}

/** Newest first; optionally of one receiver. */
export async function listReceived(
  db: Db,
  receiver: string | undefined,
): Promise<readonly Received[]> {
  const rows = await db
    .selectFrom('mailbox')
    .selectAll()
    .$if(receiver !== undefined, (query) => query.where('receiver', '=', receiver ?? ''))
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute();
  return rows.map(({ received_at: receivedAt, ...row }) => ({ ...row, receivedAt }));
}

export async function findReceived(db: Db, id: Uuid): Promise<Received | undefined> {
  const row = await db.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { received_at: receivedAt, ...rest } = row;
  return { ...rest, receivedAt };
}
