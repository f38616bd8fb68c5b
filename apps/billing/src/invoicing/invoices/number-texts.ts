import type { Uuid } from '@florin/contracts';
import { sql, type Transaction } from 'kysely';
import type { BillingTables } from '../../schema.ts';

type Tx = Transaction<BillingTables>;

/** The text of a document number. */
export interface NumberText {
  readonly id: Uuid;
  readonly sellerId: Uuid;
  readonly text: string;
}

/**
 * Reserves texts permanently: documents of a seller never share one, whatever their kind and
 * format.
 * @returns texts that an earlier document of the seller has
 */
export async function reserveTexts<Text extends NumberText>(
  tx: Tx,
  texts: readonly Text[],
): Promise<readonly Text[]> {
  const { rows } = await sql<{ seller_id: Uuid; text: string }>`
    insert into document_numbers (seller_id, text)
    select * from unnest(${texts.map(({ sellerId }) => sellerId)}::uuid[],
                         ${texts.map(({ text }) => text)}::text[]) order by 1, 2
        on conflict do nothing returning seller_id, text`.execute(tx);
  if (rows.length === texts.length) return [];
  const reserved = new Set(rows.map(({ seller_id, text }) => `${seller_id} ${text}`));
  return texts.filter(({ sellerId, text }) => !reserved.has(`${sellerId} ${text}`));
}

/** The highest number after a prefix in a seller's documents; 0 if there is none. */
export async function highestNumber(tx: Tx, sellerId: Uuid, prefix: string): Promise<bigint> {
  const number = sql`substr(text, ${prefix.length + 1})`;
  const { rows } = await sql<{ highest: bigint | null }>`
    select max(case when ${number} ~ '^[0-9]{1,18}$' then ${number}::bigint end) as highest
      from document_numbers
     where seller_id = ${sellerId} and starts_with(text, ${prefix})`.execute(tx);
  return rows[0]?.highest ?? 0n;
}
