import type { Uuid } from '@florin/contracts';
import { toIdArray, unnestOf } from '@florin/database';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import {
  type CommandRequest,
  concernedBy,
  type KeyedReply,
  type LoadedPayments,
  type MadeCharge,
  nameOfCharge,
  nameOfKey,
} from '../domain/batch/model.ts';
import { type FundMovement, isFundsCommand, nameOfMovement } from '../domain/funds/model.ts';
import { isPaymentCommand, paymentOf } from '../domain/payment-request/commands.ts';
import type { PaymentRequest } from '../domain/payment-request/model.ts';
import type { Transaction } from '../domain/transaction/model.ts';
import { REPLIES_KEPT_DAYS } from '../partitions/partitions.ts';
import { FUND_COLUMNS, toFundMovement } from '../schema/fund-rows.ts';
import {
  ATTEMPT_COLUMNS,
  type PaymentAttemptRow,
  type PaymentRequestRow,
  REQUEST_COLUMNS,
  toPaymentAttempt,
  toPaymentRequest,
} from '../schema/payment-rows.ts';
import {
  TRANSACTION_COLUMNS,
  type TransactionRow,
  toTransaction,
} from '../schema/transaction-rows.ts';
import { awaitAllSettled } from './together.ts';

/**
 * The rows with these keys. "offset" prevents Postgres from reversing the join and reading the
 * whole table, if it was planned when there were few rows.
 * @param also additional condition on the rows
 */
function rowsOf(
  table: string,
  columns: string,
  keys: Readonly<Record<string, 'uuid' | 'text'>>,
  also = 'true',
): string {
  const isWanted = Object.keys(keys).map((name) => `${name} = row.${name}`);
  return `
  select found.* from ${unnestOf(Object.entries(keys))}
   cross join lateral (select ${columns} from ${table}
                        where ${isWanted.join(' and ')} and ${also} offset 0) found`;
}

const FIND_TRANSACTIONS = rowsOf('transactions', TRANSACTION_COLUMNS, {
  id: 'uuid',
  account_id: 'uuid',
});

const FIND_PENDING = `
  select ${TRANSACTION_COLUMNS} from transactions
   where account_id = any($1::uuid[]) and status = 'pending'`;

const TODAY = "(now() at time zone 'UTC')::date";

/**
 * Searches all stored days, because keys span days. Without the range, future partitions would be
 * searched too.
 */
const FIND_REPLIES = rowsOf(
  'replies',
  'account_id, route, key, request_hash, sent_hash, status, body',
  { account_id: 'uuid', route: 'text', key: 'text' },
  `day between ${TODAY} - ${REPLIES_KEPT_DAYS} and ${TODAY} + 1`,
);

/**
 * Transactions of these commands, except known ones, and all pending ones of accounts that they
 * close. Read with a fresh snapshot after the locks.
 */
export async function findTransactions(
  client: ClientBase,
  commandRequests: readonly CommandRequest[],
  known: ReadonlyMap<Uuid, Transaction>,
): Promise<ReadonlyMap<Uuid, Transaction>> {
  const wanted = commandRequests.flatMap(({ accountId, command }) => {
    const id = concernedBy(command);
    return id === null || known.has(id) ? [] : [{ id, accountId }];
  });
  const closing = commandRequests.flatMap(({ accountId, command }) =>
    command.kind === 'close' ? [accountId] : [],
  );
  const found = await awaitAllSettled([
    wanted.length > 0
      ? query(client, 'find-transactions', FIND_TRANSACTIONS, [
          toIdArray(wanted.map(({ id }) => id)),
          toIdArray(wanted.map(({ accountId }) => accountId)),
        ])
      : [],
    closing.length > 0 ? query(client, 'find-pending', FIND_PENDING, [closing]) : [],
  ]);
  const read = found.flat().map((row) => [row.id, toTransaction(row)] as const);
  return known.size === 0 ? new Map(read) : new Map([...known, ...read]);
}

async function query(
  client: ClientBase,
  name: string,
  text: string,
  values: unknown[],
): Promise<Selectable<TransactionRow>[]> {
  return (await client.query<Selectable<TransactionRow>>({ name, text, values })).rows;
}

/** Stored replies for the keys of these commands. Read like the transactions. */
export async function findReplies(
  client: ClientBase,
  commandRequests: readonly CommandRequest[],
): Promise<ReadonlyMap<string, KeyedReply>> {
  const wanted = commandRequests.flatMap(({ accountId, idempotencyKey: key }) =>
    key ? [{ accountId, key }] : [],
  );
  if (wanted.length === 0) return new Map();
  const { rows } = await client.query({
    name: 'find-replies',
    text: FIND_REPLIES,
    values: [
      toIdArray(wanted.map(({ accountId }) => accountId)),
      wanted.map(({ key }) => key.route),
      wanted.map(({ key }) => key.key),
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

const FIND_CHARGES = rowsOf('charges', 'account_id, key, amount, transaction_id', {
  account_id: 'uuid',
  key: 'text',
});

/** Existing charges for the keys of these commands. Read like the transactions. */
export async function findCharges(
  client: ClientBase,
  commandRequests: readonly CommandRequest[],
): Promise<ReadonlyMap<string, MadeCharge>> {
  const wanted = commandRequests.flatMap(({ accountId, command }) =>
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

const FIND_FUNDS = rowsOf('fund_movements', FUND_COLUMNS, { account_id: 'uuid', key: 'text' });

/**
 * Fund movements for the keys of these commands, with their transactions. Read like these; no query
 * if no command has any.
 */
export async function findFunds(
  client: ClientBase,
  commandRequests: readonly CommandRequest[],
): Promise<{
  readonly funds: ReadonlyMap<string, FundMovement>;
  readonly transactions: readonly Transaction[];
}> {
  const wanted = commandRequests.flatMap(({ accountId, command }) =>
    isFundsCommand(command) ? [[command.key, accountId] as const] : [],
  );
  if (wanted.length === 0) return { funds: new Map(), transactions: [] };
  const [keys, accountIds] = columns(wanted);
  const { rows } = await client.query({
    name: 'find-funds',
    text: FIND_FUNDS,
    values: [accountIds, keys],
  });
  const moved = rows.map(toFundMovement);
  const pending = moved.filter(({ status }) => status === 'pending');
  const transactions =
    pending.length === 0
      ? []
      : await query(client, 'find-transactions', FIND_TRANSACTIONS, [
          pending.map(({ transactionId }) => transactionId),
          pending.map(({ accountId }) => accountId),
        ]);
  return {
    funds: new Map(moved.map((it) => [nameOfMovement(it.accountId, it.key), it])),
    transactions: transactions.map(toTransaction),
  };
}

const FIND_REQUESTS = rowsOf('payment_requests', REQUEST_COLUMNS, {
  id: 'uuid',
  account_id: 'uuid',
});

const FIND_REQUESTS_BY_KEY = rowsOf('payment_requests', REQUEST_COLUMNS, {
  key: 'text',
  account_id: 'uuid',
});

const FIND_PENDING_REQUESTS = `
  select ${REQUEST_COLUMNS} from payment_requests
   where account_id = any($1::uuid[]) and status = 'pending'`;

const FIND_ATTEMPTS = `
  select ${ATTEMPT_COLUMNS} from payment_attempts where payment_id = any($1::uuid[])`;

/**
 * Payment requests of these commands, and pending ones of accounts that they close, with their
 * attempts. Read after the locks; no query if there are none.
 */
export async function findPayments(
  client: ClientBase,
  commandRequests: readonly CommandRequest[],
): Promise<LoadedPayments> {
  const { named, keyed, closing } = groupByLookup(commandRequests);
  const find = async (name: string, text: string, values: readonly unknown[][]) =>
    values[0]?.length === 0
      ? []
      : (await client.query<Selectable<PaymentRequestRow>>({ name, text, values: [...values] }))
          .rows;
  const found = await awaitAllSettled([
    find('find-payments', FIND_REQUESTS, columns(named)),
    find('find-payments-by-key', FIND_REQUESTS_BY_KEY, columns(keyed)),
    find('find-pending-payments', FIND_PENDING_REQUESTS, [closing]),
  ]);
  const requests = new Map(found.flat().map((row) => [row.id, toPaymentRequest(row)]));
  return { requests, attempts: await findAttempts(client, requests) };
}

async function findAttempts(
  client: ClientBase,
  requests: ReadonlyMap<Uuid, PaymentRequest>,
): Promise<LoadedPayments['attempts']> {
  if (requests.size === 0) return new Map();
  const { rows } = await client.query<Selectable<PaymentAttemptRow>>({
    name: 'find-attempts',
    text: FIND_ATTEMPTS,
    values: [[...requests.keys()]],
  });
  return Map.groupBy(rows.map(toPaymentAttempt), ({ paymentId }) => paymentId);
}

type Wanted = readonly [idOrKey: string, accountId: Uuid];

function groupByLookup(commandRequests: readonly CommandRequest[]) {
  const named: Wanted[] = [];
  const keyed: Wanted[] = [];
  const closing: Uuid[] = [];
  for (const { accountId, command } of commandRequests) {
    if (command.kind === 'close') closing.push(accountId);
    if (!isPaymentCommand(command)) continue;
    const id = paymentOf(command);
    if (id !== null) named.push([id, accountId]);
    if (command.kind === 'request_payment' && command.key !== null)
      keyed.push([command.key, accountId]);
  }
  return { named, keyed, closing };
}

function columns(wanted: readonly Wanted[]): [string[], Uuid[]] {
  return [wanted.map(([idOrKey]) => idOrKey), wanted.map(([, accountId]) => accountId)];
}
