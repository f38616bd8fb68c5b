import { newestOf } from '@florin/console/src/domain/search.ts';
import type { ConsoleTables, Db } from '@florin/console/src/schema.ts';
import { saveFound } from '@florin/console/src/search/keep.ts';
import { type DomainEvent, newId, toPublicId, type Uuid } from '@florin/contracts';
import { openDatabase } from '@florin/database';
import { sql } from 'kysely';
import { pick } from '../seeded.ts';

const BATCH = 5_000;
const FIRST_NAMES = [
  'Ada',
  'Grace',
  'Alan',
  'Katherine',
  'Edsger',
  'Barbara',
  'Donald',
  'Margaret',
];
const AMOUNT_MAX = 1_000_000;
/** Number of objects that searches look for. */
const KNOWN = 1_000;

interface Filling {
  readonly databaseUrl: string;
  readonly accountId: Uuid;
  readonly objects: number;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/**
 * Fills the console's index with objects of one account, as events would. Returns typical searches:
 * an id, its prefix, an email, a common name and prefix, a reference, an amount.
 */
export async function fillSearch(filling: Filling): Promise<readonly string[]> {
  const { databaseUrl, objects, random, signal, say } = filling;
  const config = { url: databaseUrl, poolSizeMax: 1 };
  // Not interactive: no statement timeout on a busy machine.
  const settings = {
    ...{ search_path: 'console', statement_timeout: '0' },
    idle_in_transaction_session_timeout: '0',
  };
  const { db, close } = openDatabase<ConsoleTables>(config, () => {}, { settings });
  const questions: string[] = [];
  try {
    const rebuild = await dropIndexes(db);
    for (let made = 0; made < objects; made += BATCH) {
      signal.throwIfAborted();
      const events = Array.from({ length: BATCH }, (_, index) => eventOf(made + index, filling));
      const found = newestOf(events);
      await db.transaction().execute((tx) => saveFound(tx, new Map(), found));
      if (made % (objects / 10) === 0) say(`${made} of ${objects} objects are stored`);
      if (questions.length < KNOWN) questions.push(...questionsOf(pick(random, events)));
    }
    await rebuild();
  } finally {
    await close();
  }
  return questions;
}

/** Filling without indexes takes a third of the time; the returned function recreates them. */
async function dropIndexes(db: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ indexname: string; indexdef: string }>`
    select indexname, indexdef from pg_indexes
     where schemaname = 'console' and tablename in ('objects', 'words')
       and indexname not like '%_pkey'`.execute(db);
  for (const { indexname } of rows) await sql`drop index ${sql.id(indexname)}`.execute(db);
  return async () => {
    for (const { indexdef } of rows) await sql.raw(indexdef).execute(db);
  };
}

function eventOf(number: number, { accountId, random }: Filling): DomainEvent {
  const isPayment = number % 2 === 0;
  const name = `${pick(random, FIRST_NAMES)} Number${number}`;
  const email = `customer-${number}@mail-${number % 1_000}.example.com`;
  const object = isPayment
    ? {
        ...{ object: 'payment', customer_email: email, reference: `Order ${number}` },
        ...{ amount: 1 + Math.floor(random() * AMOUNT_MAX), currency: 'USD', status: 'pending' },
      }
    : { object: 'customer', name, email, company: null, external_id: `crm-${number}` };
  return {
    ...{ id: newId(), type: `${object.object}.created`, created_at: new Date().toISOString() },
    ...{ account_id: accountId, aggregate_id: newId(), aggregate_sequence: 1 },
    ...{ data: { object }, request: { id: null, idempotency_key: null } },
  };
}

function questionsOf({ aggregate_id: id, data: { object } }: DomainEvent): readonly string[] {
  const isPayment = object.object === 'payment';
  const publicId = toPublicId(isPayment ? 'paymentRequest' : 'customer', id);
  const email = String(isPayment ? object.customer_email : object.email);
  const text = String(isPayment ? object.reference : object.name);
  const [first = ''] = text.split(' ');
  return [
    ...[publicId, publicId.slice(0, 12), email, email.slice(0, 4), text, first],
    ...(isPayment ? [String(Number(object.amount) / 100)] : [String(object.external_id)]),
  ];
}
