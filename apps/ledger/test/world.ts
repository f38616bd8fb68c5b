import { isDeepStrictEqual } from 'node:util';
import { type DomainEvent, timeOfId, type Uuid } from '@florin/contracts';
import {
  type Amounts,
  addAmounts,
  type Balance,
  move,
  openBalance,
  subAccounts,
} from '../src/domain/balance.ts';
import type { IdSources } from '../src/domain/batch/batch.ts';
import {
  type CommandRequest,
  concernedBy,
  type Entry,
  type KeyedReply,
  type MadeCharge,
  nameOfCharge,
  nameOfKey,
  type Verdict,
  type Writes,
} from '../src/domain/batch/model.ts';
import { decideBatch } from '../src/domain/commands/decide.ts';
import { type FundMovement, isFundsCommand, nameOfMovement } from '../src/domain/funds/model.ts';
import type { Transaction } from '../src/domain/transaction/model.ts';

/** The ledger's tables in memory, to decide batches without a database. */
export interface World {
  readonly balances: Map<Uuid, Balance>;
  readonly transactions: Map<Uuid, Transaction>;
  readonly replies: Map<string, KeyedReply>;
  readonly charges: Map<string, MadeCharge>;
  readonly funds: Map<string, FundMovement>;
  readonly entries: Entry[];
  readonly events: DomainEvent[];
}

export function createWorld(balances: readonly Balance[]): World {
  return {
    balances: new Map(balances.map((balance) => [balance.accountId, balance])),
    transactions: new Map(),
    replies: new Map(),
    charges: new Map(),
    funds: new Map(),
    entries: [],
    events: [],
  };
}

/** Reads a batch's rows, decides it and applies its writes. */
export function runInWorld(
  world: World,
  requests: readonly CommandRequest[],
  now: number,
  sources: IdSources,
  decide = decideBatch,
): readonly Verdict[] {
  const wanted = requests.map(({ command }) => concernedBy(command));
  const closing = new Set(
    requests.flatMap(({ accountId, command }) => (command.kind === 'close' ? [accountId] : [])),
  );
  const pending = [...world.transactions].filter(
    ([, { accountId, status }]) => status === 'pending' && closing.has(accountId),
  );
  const moved = requests.flatMap(({ accountId, command }) => {
    const movement = isFundsCommand(command)
      ? world.funds.get(nameOfMovement(accountId, command.key))
      : undefined;
    return movement?.status === 'pending' ? [movement.transactionId] : [];
  });
  const names = requests.flatMap(({ accountId, idempotencyKey: key }) =>
    key ? [nameOfKey(accountId, key)] : [],
  );
  const loaded = {
    balances: pick(
      world.balances,
      requests.map(({ accountId }) => accountId),
    ),
    transactions: new Map([...pick(world.transactions, [...wanted, ...moved]), ...pending]),
    replies: pick(world.replies, names),
    charges: world.charges,
    payments: { requests: new Map(), attempts: new Map() },
    funds: world.funds,
    now,
  };
  const { verdicts, writes } = decide(loaded, requests, sources);
  apply(world, writes);
  return verdicts;
}

function apply(world: World, writes: Writes): void {
  for (const balance of writes.balances) world.balances.set(balance.accountId, balance);
  for (const transaction of writes.created) {
    if (world.transactions.has(transaction.id)) throw new Error('created twice');
    world.transactions.set(transaction.id, transaction);
  }
  for (const transaction of writes.changed) {
    if (!world.transactions.has(transaction.id)) throw new Error('changed before it was created');
    world.transactions.set(transaction.id, transaction);
  }
  for (const charge of writes.charges) {
    const name = nameOfCharge(charge.accountId, charge.key);
    if (world.charges.has(name)) throw new Error('a charge was made twice');
    world.charges.set(name, charge);
  }
  for (const movement of writes.funds) {
    const name = nameOfMovement(movement.accountId, movement.key);
    const before = world.funds.get(name);
    if (before && !isDeepStrictEqual({ ...before, status: movement.status }, movement))
      throw new Error('a key has moved money twice');
    world.funds.set(name, movement);
  }
  for (const reply of writes.replies) {
    const name = nameOfKey(reply.accountId, reply);
    if (world.replies.has(name)) throw new Error('a key was remembered twice');
    world.replies.set(name, reply);
  }
  world.entries.push(...writes.entries);
  world.events.push(...writes.events);
}

/** Invariants of every ledger, for any commands; the audit in memory. */
export function findFaults({ balances, transactions, entries, events, funds }: World): string[] {
  const faults: string[] = [];
  const check = (holds: boolean, fault: string) => holds || faults.push(fault);
  for (const balance of balances.values()) {
    const { accountId, amounts } = balance;
    const own = entries.filter((entry) => entry.accountId === accountId);
    const mine = [...transactions.values()].filter((item) => item.accountId === accountId);
    let sum = openBalance(accountId, balance.currency).amounts;
    let lastId = '';
    for (const [index, entry] of own.entries()) {
      sum = addAmounts(sum, entry.amounts);
      check(total(entry.amounts) === 0n, 'an entry does not add up to zero');
      check(isEqual(entry.after, sum), 'an entry does not say where it left the account');
      check(entry.sequence === BigInt(index + 1), 'a sequence has a gap');
      check(entry.id > lastId, 'ids of entries do not increase');
      check(entry.id > entry.transactionId, 'an entry is older than its transaction');
      lastId = entry.id;
    }
    check(isEqual(amounts, sum), 'a balance is not the sum of its entries');
    check(balance.entrySequence === BigInt(own.length), 'a balance has lost count');
    const { available, held, settled, fees } = amounts;
    check(
      [available, held, settled, fees].every((part) => part >= 0n),
      'a part is negative',
    );
    const pending = mine.filter(({ status }) => status === 'pending');
    check(held === sumOf(pending), 'held is not what pending payments hold');
    const refunds = mine.filter(({ type, status }) => type === 'refund' && status === 'succeeded');
    const captured = mine.reduce((all, { capturedAmount }) => all + (capturedAmount ?? 0n), 0n);
    const movements = [...funds.values()].filter((item) => item.accountId === accountId);
    const gone = movements.filter(({ status }) => status !== 'canceled');
    const left = gone.reduce((all, { fromSettled }) => all + fromSettled, 0n);
    check(
      settled === captured - sumOf(refunds) - left,
      'settled is not what was captured and kept',
    );
    for (const movement of movements)
      faults.push(...faultsOfMovement(movement, transactions.get(movement.transactionId), own));
    check(
      new Set(movements.map(({ transactionId }) => transactionId)).size === movements.length,
      'two movements share a transaction',
    );
    check(
      mine.every(
        ({ id, capturedAmount, refundedAmount }) =>
          refundedAmount === sumOf(refunds.filter(({ refundOf }) => refundOf === id)) &&
          refundedAmount <= (capturedAmount ?? 0n),
      ),
      'a payment was not refunded as its refunds say',
    );
    const ids = [...mine.map(({ id }) => id), ...own.map(({ id }) => id)].sort();
    check(new Set(ids).size === ids.length, 'an id was given twice');
    check(
      ids.every((id) => id <= (balance.lastId ?? '')),
      'an id is newer than the last',
    );
  }
  for (const transaction of transactions.values()) {
    check(
      transaction.createdAt === timeOfId(transaction.id) &&
        transaction.updatedAt >= transaction.createdAt,
      'a time is not that of its id',
    );
    const own = events.filter(({ aggregate_id }) => aggregate_id === transaction.id);
    check(
      BigInt(own.length) === transaction.version &&
        own.every(({ aggregate_sequence }, index) => aggregate_sequence === index + 1),
      'a version has not exactly one event',
    );
  }
  check(
    events.every(({ aggregate_id }) => transactions.has(aggregate_id)),
    'an event is of nothing',
  );
  return [...new Set(faults)];
}

/** A key moves money once, and returned money goes back to its origin. */
function faultsOfMovement(
  { purpose, amount, fromSettled, fromAvailable, atOnce, status }: FundMovement,
  transaction: Transaction | undefined,
  entries: readonly Entry[],
): string[] {
  if (transaction?.status !== status || transaction.amount !== amount)
    return ['a movement is not what its transaction says'];
  const own = entries.filter(({ transactionId }) => transactionId === transaction.id);
  const isIn = purpose === 'deposit';
  const way = isIn
    ? ['deposit']
    : {
        pending: ['set_aside'],
        succeeded: atOnce ? ['withdraw'] : ['set_aside', 'pay_out'],
        canceled: ['set_aside', 'return'],
      }[status];
  const isDeposited = isIn && status === 'succeeded';
  const moved = own.map(({ amounts }) => amounts).reduce(addAmounts, move('held', 'held', 0n));
  const taken = status === 'canceled' ? [0n, 0n] : [fromSettled, fromAvailable];
  const [settled = 0n, available = 0n] = taken;
  const due = {
    available: isDeposited ? amount : -available,
    held: status === 'pending' ? amount : 0n,
    settled: -settled,
    fees: 0n,
    external: isDeposited ? -amount : status === 'succeeded' ? amount : 0n,
  };
  const isWhole = isIn || fromSettled + fromAvailable === amount;
  return [
    ...(isWhole ? [] : ['a withdrawal is not what it was taken from']),
    ...(isEqual(moved, due) ? [] : ['a movement has moved something else']),
    ...(own.map(({ kind }) => kind).join() === way.join() ? [] : ['a movement went another way']),
  ];
}

function pick<Key, Value>(all: ReadonlyMap<Key, Value>, keys: readonly (Key | null)[]) {
  return new Map([...all].filter(([key]) => keys.includes(key)));
}

function sumOf(transactions: readonly Transaction[]): bigint {
  return transactions.reduce((sum, { amount }) => sum + amount, 0n);
}

function total(amounts: Amounts): bigint {
  return subAccounts.reduce((sum, name) => sum + amounts[name], 0n);
}

function isEqual(a: Amounts, b: Amounts): boolean {
  return subAccounts.every((name) => a[name] === b[name]);
}
