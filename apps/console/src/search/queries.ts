import { type RawBuilder, type Selectable, sql } from 'kysely';
import { fold } from '../domain/fold.ts';
import type { Found } from '../domain/search.ts';
import type { ConsoleTables, Db } from '../schema.ts';
import type { SearchAccess } from './access.ts';
import { isAmount, type Money, type Question } from './question.ts';

/** Rows of a word that are read at most, which bounds the cost of every search. */
const PLACES_MAX = 1_000;
/** Sorts after every Unicode character. */
const END = '\u{10ffff}';

type Row = Selectable<ConsoleTables['objects']>;

/** Best matches, newest first. */
export async function search(
  db: Db,
  question: Question,
  access: SearchAccess,
  countMax: number,
): Promise<readonly Found[]> {
  if (question.by === 'id') return selectIds(db, question, access, countMax);
  const { terms, money } = question;
  const byAmount = money ? await selectAmounts(db, money, access, countMax) : [];
  const byWords = terms.length > 0 ? await selectWords(db, terms, access, countMax) : [];
  const found = new Map([...byWords, ...byAmount].map((each) => [each.id, each]));
  return [...found.values()].slice(0, countMax);
}

async function selectIds(
  db: Db,
  { kind, from, to }: Question & { by: 'id' },
  access: SearchAccess,
  countMax: number,
): Promise<readonly Found[]> {
  // Bounded: reads at most PLACES_MAX objects of the range, however many belong to others.
  const { rows } = await sql<Row>`
    select * from (select * from objects where id between ${from} and ${to}
                    order by id desc limit ${PLACES_MAX}) as near
     where kind = ${kind} and not is_gone and ${isSeen(access)}
     order by id desc limit ${countMax}`.execute(db);
  return rows.map(toFound);
}

async function selectAmounts(
  db: Db,
  money: Money,
  access: SearchAccess,
  countMax: number,
): Promise<readonly Found[]> {
  // The newest of each amount, by an index: the cost does not depend on the number of matches.
  const { rows } = await sql<Row>`
    select found.* from unnest(${[...new Set(money.amounts.values())]}::bigint[]) as wanted (amount),
           lateral (select * from objects
                     where objects.amount = wanted.amount and ${isSeen(access)}
                     order by id desc limit ${PLACES_MAX}) as found
     order by found.id desc`.execute(db);
  const found = rows.map(toFound);
  return found
    .filter(({ amount, currency }) => isAmount(money, amount, currency))
    .slice(0, countMax);
}

/** Looks up the longest word, probably the rarest, and filters its matches by the others. */
async function selectWords(
  db: Db,
  terms: readonly string[],
  access: SearchAccess,
  countMax: number,
): Promise<readonly Found[]> {
  const [longest = ''] = terms.toSorted((a, b) => b.length - a.length);
  const wanted = terms.flatMap((term, place) => waysOf(term).map((way) => ({ way, place })));
  const ofAccount =
    access.accountId === 'all' ? sql`true` : sql`account_id = ${access.accountId}::uuid`;
  const { rows } = await sql<Row>`
    with places as (
      select object_id, term from words
       where ${ofAccount} and (${sql.join(waysOf(longest).map(beginsWith), sql` or `)})
       order by term limit ${PLACES_MAX}
    )
    select * from objects
     where id in (select object_id from places) and ${isSeen(access)}
       and not exists (
             select from unnest(${wanted.map(({ way }) => way)}::text[],
                                ${wanted.map(({ place }) => place)}::int[]) as wanted (way, place)
              group by place
             having not bool_or(exists (select from unnest(terms) as own
                                         where starts_with(own, way))))
     order by (${longest} = any(terms)) desc, id desc
     limit ${countMax}`.execute(db);
  return rows.map(toFound);
}

/** A typed word, and the same without accents and apostrophes. */
function waysOf(term: string): readonly string[] {
  const folded = fold(term);
  return folded === '' || folded === term ? [term] : [term, folded];
}

function beginsWith(way: string): RawBuilder<unknown> {
  return sql`(term >= ${way} and term < ${way + END})`;
}

function isSeen({ kinds, accountId }: SearchAccess): RawBuilder<unknown> {
  const ofKinds = sql`kind = any(${kinds}::text[])`;
  return accountId === 'all' ? ofKinds : sql`${ofKinds} and account_id = ${accountId}::uuid`;
}

function toFound(row: Row): Found {
  const {
    account_id: accountId,
    is_gone: isGone,
    created_at: createdAt,
    customer_id: customerId,
    ...others
  } = row;
  return {
    ...others,
    ...{ accountId, isGone, createdAt, customerId },
    sequence: Number(row.sequence),
    amount: row.amount === null ? null : Number(row.amount),
  };
}
