import type { Uuid } from '@florin/contracts';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import { concernedBy } from '../domain/command.ts';
import {
  type KeyedReply,
  type MadeCharge,
  nameOfCharge,
  nameOfKey,
  type Submission,
} from '../domain/submission.ts';
import type { Transaction } from '../domain/transaction.ts';
import { TRANSACTION_COLUMNS } from './encode-batch.ts';
import { toTransaction } from './rows.ts';
import type { TransactionRow } from './schema.ts';
import { together } from './together.ts';

const FIND_TRANSACTIONS = `
  select ${TRANSACTION_COLUMNS} from unnest($1::uuid[], $2::uuid[]) wanted (id, account_id)
    join transactions t using (id, account_id)`;

const FIND_PENDING = `
  select ${TRANSACTION_COLUMNS} from transactions
   where account_id = any($1::uuid[]) and status = 'pending'`;

/** Over all days that are kept: a key is the same key on the next day. */
const FIND_REPLIES = `
  select r.account_id, r.route, r.key, r.request_hash, r.sent_hash, r.status, r.body
    from unnest($1::uuid[], $2::text[], $3::text[]) wanted (account_id, route, key)
    join replies r using (account_id, route, key)`;

/**
 * The transactions that these submissions concern, and all pending ones of accounts that they
 * close. Read after the locks, by a fresh snapshot.
 */
export async function findTransactions(
  client: ClientBase,
  submissions: readonly Submission[],
): Promise<ReadonlyMap<Uuid, Transaction>> {
  const wanted = submissions.flatMap(({ accountId, command }) => {
    const id = concernedBy(command);
    return id === null ? [] : [{ id, accountId }];
  });
  const closing = submissions.flatMap(({ accountId, command }) =>
    command.kind === 'close' ? [accountId] : [],
  );
  const found = await together([
    wanted.length > 0
      ? query(client, 'find-transactions', FIND_TRANSACTIONS, [
          wanted.map(({ id }) => id),
          wanted.map(({ accountId }) => accountId),
        ])
      : [],
    closing.length > 0 ? query(client, 'find-pending', FIND_PENDING, [closing]) : [],
  ]);
  return new Map(found.flat().map((row) => [row.id, toTransaction(row)]));
}

async function query(
  client: ClientBase,
  name: string,
  text: string,
  values: unknown[],
): Promise<Selectable<TransactionRow>[]> {
  return (await client.query<Selectable<TransactionRow>>({ name, text, values })).rows;
}

/** The replies that the keys of these submissions stand for. Read like the transactions. */
export async function findReplies(
  client: ClientBase,
  submissions: readonly Submission[],
): Promise<ReadonlyMap<string, KeyedReply>> {
  const wanted = submissions.flatMap(({ accountId, once }) => (once ? [{ accountId, once }] : []));
  if (wanted.length === 0) return new Map();
  const { rows } = await client.query({
    name: 'find-replies',
    text: FIND_REPLIES,
    values: [
      wanted.map(({ accountId }) => accountId),
      wanted.map(({ once }) => once.route),
      wanted.map(({ once }) => once.key),
    ],
  });
  const replies = rows.map(
    (row): KeyedReply => ({
      accountId: row.account_id,
      route: row.route,
      key: row.key,
      requestHash: row.request_hash,
      sentHash: row.sent_hash,
      status: row.status,
      body: row.body,
    }),
  );
  return new Map(replies.map((reply) => [nameOfKey(reply.accountId, reply), reply]));
}

const FIND_CHARGES = `
  select c.account_id, c.key, c.amount, c.transaction_id
    from unnest($1::uuid[], $2::text[]) wanted (account_id, key)
    join charges c using (account_id, key)`;

/** The charges that the keys of these submissions have made. Read like the transactions. */
export async function findCharges(
  client: ClientBase,
  submissions: readonly Submission[],
): Promise<ReadonlyMap<string, MadeCharge>> {
  const wanted = submissions.flatMap(({ accountId, command }) =>
    command.kind === 'charge' ? [{ accountId, key: command.key }] : [],
  );
  if (wanted.length === 0) return new Map();
  const { rows } = await client.query({
    name: 'find-charges',
    text: FIND_CHARGES,
    values: [wanted.map(({ accountId }) => accountId), wanted.map(({ key }) => key)],
  });
  const charges = rows.map(
    (row): MadeCharge => ({
      accountId: row.account_id,
      key: row.key,
      amount: row.amount,
      transactionId: row.transaction_id,
    }),
  );
  return new Map(charges.map((made) => [nameOfCharge(made.accountId, made.key), made]));
}
