import { StatementError } from '@florin/bank-statements';
import { AppError, isLive, type Reply, refuse, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, type PageQuery, runOnce, type Saga } from '@florin/database';
import { notFound, readPage } from '@florin/http-api';
import { addLines } from '../adapters/transfer/lines.ts';
import { lockOrders, markPaid } from '../adapters/transfer/orders.ts';
import { findOpenCharge } from '../charges/queries.ts';
import type { Funds } from '../domain/funds.ts';
import {
  findFault,
  toStatementResource,
  toUnmatchedResource,
  type UnmatchedMoney,
} from '../domain/statement.ts';
import { refusalOf } from '../refusals.ts';
import type { Db, ProcessorsTables, Tx } from '../schema.ts';
import { type BankAccount, refusalOfAccount } from './account.ts';
import {
  findStatement,
  findUnmatched,
  lockUnmatched,
  saveDecision,
  selectStatements,
  selectUnmatchedPage,
  UNDECIDED,
  type UnmatchedFilter,
} from './queries.ts';
import { readFile, type StatementFile, takeStatement } from './read.ts';

export const BANK_TRANSFER = 'bank_transfer';

export interface StatementDeps {
  readonly db: Db;
  /** Undefined if none is configured. */
  readonly bankAccount: BankAccount | undefined;
}

/**
 * Imports a file completely or not at all.
 * @throws AppError invalid_request, with the line
 */
export function importFile(
  { db, bankAccount }: StatementDeps,
  file: StatementFile,
  key?: IdempotencyKey,
): Promise<Reply> {
  if (!bankAccount) throw new AppError('invalid_request', NO_ACCOUNT);
  const { livemode } = bankAccount;
  const found = read(file, bankAccount);
  return runOnce(db, key, async (tx) => {
    const taken = [];
    for (const statement of found)
      taken.push(await takeStatement(tx, statement, { format: file.format, livemode }));
    const statements = taken.map(toStatementResource);
    return { status: 201, body: { object: 'bank_statement_import', statements } };
  });
}

const NO_ACCOUNT = 'no bank account is configured; set BANK_TRANSFER_IBAN and BANK_TRANSFER_NAME';

function read(file: StatementFile, bankAccount: BankAccount) {
  const statements = parse(file);
  for (const statement of statements) {
    const refusal = refusalOfAccount(statement, bankAccount);
    if (refusal !== undefined) throw new AppError('invalid_request', refusal);
  }
  return statements;
}

function parse(file: StatementFile) {
  try {
    return readFile(file);
  } catch (error) {
    if (error instanceof StatementError) throw new AppError('invalid_request', error.message);
    throw error;
  }
}

export async function getUnmatched(db: Db, id: Uuid): Promise<UnmatchedMoney> {
  const money = await findUnmatched(db, id);
  if (!money) throw notFound('unmatched money');
  return money;
}

/** Assigns money to a payment whose payer used another reference, or none. */
export function assignToPayment(
  db: Db,
  { id, paymentId }: { readonly id: Uuid; readonly paymentId: Uuid },
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const money = await lockOpen(tx, id);
    const charge = await findOpenCharge(tx, paymentId, BANK_TRANSFER);
    const [order] = charge?.reference ? await lockOrders(tx, [charge.reference]) : [];
    if (!order || isLive(order.account_id) !== money.livemode)
      return refuse(
        'conflict',
        'this payment does not expect a bank transfer; assign the money to an account',
      );
    const fault = findFault(money.amount, money.currency, order);
    if (fault)
      return refuse(
        'conflict',
        `the money does not match this payment (${fault}); assign it to an account, or mark it as returned`,
      );
    await markPaid(tx, [order.id]);
    await addLines(tx, [
      {
        ...{ entry_id: id, kind: 'charge', about: order.reference },
        ...{ gross: money.amount, currency: money.currency },
      },
    ]);
    const { account_id: accountId } = order;
    const assigned = { ...UNDECIDED, status: 'assigned', orderId: order.id, accountId } as const;
    await saveDecision(tx, id, assigned);
    return shown(tx, id);
  });
}

/** The operator has returned it at the bank, or it is unrelated to customers. */
export function markReturned(
  db: Db,
  { id, note }: { readonly id: Uuid; readonly note: string },
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    await lockOpen(tx, id, { takesDebits: true });
    await saveDecision(tx, id, { ...UNDECIDED, status: 'returned', note });
    return shown(tx, id);
  });
}

const OTHER_MODE = 'test money can go only to test accounts, and live money only to live accounts';

/** State of the saga that assigns money to an account. */
export interface Assigning {
  readonly id: Uuid;
  readonly accountId: Uuid;
  /** Permanent id of the request. */
  readonly by: Uuid;
}

/**
 * Deposits money on an account chosen by a person. The first step reserves the money for it, so
 * that no other request assigns it too. All steps are idempotent.
 */
export function assignSaga({
  db,
  funds,
}: {
  readonly db: Db;
  readonly funds: Funds;
}): Saga<Assigning, ProcessorsTables> {
  return {
    kind: 'assign_bank_money',
    first: 'claim',
    steps: {
      async claim(state) {
        const refusal = await db.transaction().execute(async (tx) => {
          const money = await lockUnmatched(tx, state.id);
          // A repetition of this step, after the process died.
          if (money?.assignedBy === state.by) return undefined;
          const fault = money ? faultOf(money) : 'it does not exist';
          if (fault) return refuse('conflict', fault);
          const { accountId, by: assignedBy } = state;
          if (isLive(accountId) !== money?.livemode) return refuse('conflict', OTHER_MODE);
          const assigned = { ...UNDECIDED, status: 'assigned', accountId, assignedBy } as const;
          await saveDecision(tx, state.id, assigned);
          return undefined;
        });
        return refusal ? { done: async () => refusal } : { next: 'deposit', state };
      },
      async deposit(state) {
        const money = await getUnmatched(db, state.id);
        const { id, amount, currency } = money;
        const { accountId } = state;
        const metadata = { unmatched_money_id: toUnmatchedResource(money).id };
        try {
          await funds.deposit(
            { ...{ accountId, key: id, amount, currency, metadata }, reference: money.reference },
            // Request id of the deposit, which results from a bank statement.
            `unmatched money ${id}`,
          );
        } catch (error) {
          const refusal = refusalOf(error);
          return {
            done: async (tx) => {
              await saveDecision(tx, id, UNDECIDED);
              return refusal;
            },
          };
        }
        return {
          done: async (tx) => {
            await addLines(tx, [
              { entry_id: id, kind: 'adjustment', about: null, gross: amount, currency },
            ]);
            return shown(tx, id);
          },
        };
      },
    },
  };
}

async function lockOpen(tx: Tx, id: Uuid, { takesDebits = false } = {}): Promise<UnmatchedMoney> {
  const money = await lockUnmatched(tx, id);
  if (!money) throw notFound('unmatched money');
  const fault = faultOf(money, takesDebits);
  if (fault) throw new AppError('conflict', fault);
  return money;
}

/** Why it cannot be decided (any more). */
function faultOf({ status, direction }: UnmatchedMoney, takesDebits = false): string | undefined {
  if (status !== 'unmatched') return `this money is already ${status}`;
  return direction === 'debit' && !takesDebits
    ? 'this money has left the bank account; there is nothing to assign'
    : undefined;
}

async function shown(tx: Tx, id: Uuid): Promise<Reply> {
  const money = await findUnmatched(tx, id);
  if (!money) throw new Error(`entry ${id} does not exist`);
  return { status: 200, body: toUnmatchedResource(money) };
}

export function listUnmatched(db: Db, request: UnmatchedFilter & PageQuery) {
  return readPage(request, {
    name: 'unmatched money',
    find: (id) => findUnmatched(db, id),
    select: (asked, rowsMax) => selectUnmatchedPage(db, asked, rowsMax),
  });
}

export function listStatements(db: Db, request: PageQuery) {
  return readPage(request, {
    name: 'bank statement',
    find: (id) => findStatement(db, id),
    select: (asked, rowsMax) => selectStatements(db, asked, rowsMax),
  });
}
