import { type DomainEvent, erasedUsersIn, type Uuid } from '@florin/contracts';
import { recordErasures, toIdArray } from '@florin/database';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type FoundKind, redactFound } from '../domain/search.ts';
import type { ConsoleTables } from '../schema.ts';

type Tx = Transaction<ConsoleTables>;

/** Removes customers and users from the index whose personal data was erased. */
export async function eraseFound(tx: Tx, events: readonly DomainEvent[]): Promise<void> {
  for (const { customerId } of await recordErasures(tx, events))
    await eraseObjects(tx, sql`customer_id = ${customerId} or id = ${customerId}`);
  for (const { invitationIds } of erasedUsersIn(events))
    await eraseObjects(tx, sql`id = any(${toIdArray(invitationIds)}::uuid[])`);
}

async function eraseObjects(tx: Tx, isTheirs: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: Uuid; kind: FoundKind; title: string; terms: string[] }>`
    select id, kind, title, terms from objects
     where (${isTheirs}) and not is_gone
     order by id for update`.execute(tx);
  for (const row of rows) {
    const { title, detail, terms } = redactFound(row);
    await tx
      .updateTable('objects')
      .set({ title, detail, terms: [...terms] })
      .where('id', '=', row.id)
      .execute();
    const gone = row.terms.filter((term) => !terms.includes(term));
    await sql`
      delete from words
       where object_id = any(${toIdArray([row.id])}::uuid[])
         and term = any(${gone}::text[])`.execute(tx);
  }
}
