import {
  AppError,
  bankStatementImportSchema,
  bankStatementSchema,
  type Caller,
  type ErrorCode,
  newId,
  unmatchedMoneySchema,
  unmatchedStatuses,
} from '@florin/contracts';
import type { SagaRunner } from '@florin/database';
import {
  amountFields,
  cursorFields,
  defineRoute,
  idempotencyKeyOf,
  idField,
  idParams,
  listBody,
  listReply,
  oneCursor,
  pageOf,
  type Route,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import { csvField, toMapping } from './fields.ts';
import { toStatementResource, toUnmatchedResource } from './model.ts';
import {
  type Assigning,
  assignToPayment,
  getUnmatched,
  importFile,
  listStatements,
  listUnmatched,
  markReturned,
  type StatementDeps,
} from './operations.ts';

export interface StatementRouteDeps extends StatementDeps {
  readonly assignments: Pick<SagaRunner<Assigning>, 'begin'>;
}

const STATEMENTS = '/v1/bank_statements';
const UNMATCHED = '/v1/unmatched_money';
const ONE = `${UNMATCHED}/{unmatched_money_id}`;
const NOTE_LENGTH_MAX = 500;
/** Maximum body; larger files are imported by `florin bank-statement`. */
const CONTENT_LENGTH_MAX = 100_000;

const params = idParams({ unmatched_money_id: 'unmatchedMoney' });
const session = { token: 'session' } as const;
const listErrors: readonly ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden'];
const oneErrors: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not_found'];

export function statementRoutes(deps: StatementRouteDeps): readonly Route[] {
  const { db } = deps;
  return [
    defineRoute({
      ...session,
      method: 'POST',
      path: STATEMENTS,
      operationId: 'createBankStatement',
      summary: 'Read a statement of the bank account that customers transfer money to',
      description:
        'Reads what has arrived on the bank account: what names a payment by its creditor reference pays it, everything else waits as unmatched money. The same file, or the same entry in another one, counts once. `400` for a statement that names no bank account, or another one than `BANK_TRANSFER_IBAN`, or another currency than euro: nothing of the file counts. Files above 100000 characters are read by `florin bank-statement`. For administrators.',
      takesIdempotencyKey: true,
      timeoutMs: 5_000,
      body: z
        .object({
          format: z
            .enum(['camt.053', 'csv'])
            .describe('`camt.053`: XML of ISO 20022; `csv`: what the bank exports, as `csv` says.'),
          content: z.string().min(1).max(CONTENT_LENGTH_MAX).describe('The file, as text.'),
          csv: csvField.optional().describe('How the bank writes its CSV: needed for that format.'),
        })
        .meta({ id: 'NewBankStatement', description: 'A statement of the bank to read.' }),
      replies: { 201: bankStatementImportSchema },
      errors: listErrors,
      handle(request) {
        const { body, caller } = request;
        assertOperator(caller);
        const bytes = Buffer.from(body.content);
        const key = idempotencyKeyOf(`POST ${STATEMENTS}`, request, [body]);
        if (body.format === 'camt.053')
          return importFile(deps, { format: body.format, bytes }, key);
        if (!body.csv)
          throw new AppError('invalid_request', 'csv: is required: say which column is what');
        // The text came as JSON in UTF-8, whatever the bank's encoding.
        const mapping = { ...toMapping(body.csv), encoding: 'utf-8' as const };
        return importFile(deps, { format: body.format, bytes, mapping }, key);
      },
    }),
    defineRoute({
      ...session,
      method: 'GET',
      path: STATEMENTS,
      operationId: 'listBankStatements',
      summary: 'List statements that were read, newest first',
      description: 'Statements that were read, with what each of them brought. For administrators.',
      query: z.object(cursorFields('bankStatement')).refine(...oneCursor),
      replies: { 200: listReply(bankStatementSchema) },
      errors: listErrors,
      async handle({ query, caller }) {
        assertOperator(caller);
        const page = await listStatements(db, pageOf(query));
        return { status: 200, body: listBody(page, toStatementResource) };
      },
    }),
    defineRoute({
      ...session,
      method: 'GET',
      path: UNMATCHED,
      operationId: 'listUnmatchedMoney',
      summary: 'List money on the bank account that nobody was asked for, newest first',
      description:
        'Money for which nobody knows yet what it is. For administrators, who assign it or say that it was returned.',
      query: z
        .object({
          ...cursorFields('unmatchedMoney'),
          status: z.enum(unmatchedStatuses).optional().describe('Only those with this status.'),
          ...amountFields,
        })
        .refine(...oneCursor),
      replies: { 200: listReply(unmatchedMoneySchema) },
      errors: listErrors,
      async handle({ query, caller }) {
        assertOperator(caller);
        const status = query.status === 'open' ? 'unmatched' : query.status;
        const page = await listUnmatched(db, { ...pageOf(query), status });
        return { status: 200, body: listBody(page, toUnmatchedResource) };
      },
    }),
    defineRoute({
      ...session,
      method: 'GET',
      path: ONE,
      operationId: 'getUnmatchedMoney',
      summary: 'Retrieve money that nobody was asked for',
      description:
        'Money that nobody was asked for, with what the bank says of it. For administrators.',
      params,
      replies: { 200: unmatchedMoneySchema },
      errors: oneErrors,
      async handle({ params, caller }) {
        assertOperator(caller);
        const money = await getUnmatched(db, params.unmatched_money_id);
        return { status: 200, body: toUnmatchedResource(money) };
      },
    }),
    defineRoute({
      ...session,
      method: 'POST',
      path: `${ONE}/assign`,
      operationId: 'assignUnmatchedMoney',
      summary: 'Say what money is for: a payment that waits for it, or an account',
      description:
        'Pays the payment that is named, or credits the account that is named; send one of the two. Repeated, it answers the same. `409` once something else was said of the money. For administrators.',
      takesIdempotencyKey: true,
      timeoutMs: 5_000,
      params,
      body: z
        .object({
          payment_id: idField('paymentRequest')
            .optional()
            .meta({ description: 'Payment (`pay_…`) that it pays.' }),
          account_id: idField('account')
            .optional()
            .meta({ description: 'Account (`acc_…`) that it is credited to.' }),
        })
        .meta({ id: 'UnmatchedMoneyAssignment', description: 'What money is for.' }),
      replies: { 200: unmatchedMoneySchema },
      errors: [...oneErrors, 'invalid_request', 'conflict', 'currency_mismatch'],
      async handle(request) {
        const { params, body, caller } = request;
        assertOperator(caller);
        const { payment_id: paymentId, account_id: accountId } = body;
        const id = params.unmatched_money_id;
        const key = idempotencyKeyOf(`POST ${ONE}/assign`, request, [id, body]);
        if (paymentId !== undefined && accountId === undefined)
          return assignToPayment(db, { id, paymentId }, key);
        if (accountId === undefined || paymentId !== undefined)
          throw new AppError('invalid_request', 'name either a payment_id or an account_id');
        await getUnmatched(db, id);
        return deps.assignments.begin({ id, accountId, by: newId() }, key);
      },
    }),
    defineRoute({
      ...session,
      method: 'POST',
      path: `${ONE}/return`,
      operationId: 'returnUnmatchedMoney',
      summary: 'Say that money was given back at the bank, or is none of a customer’s',
      description:
        'Moves no money: it says what was done at the bank, so that nobody asks again. `409` once something else was said of it. For administrators.',
      takesIdempotencyKey: true,
      params,
      body: z
        .object({
          note: text(NOTE_LENGTH_MAX).describe('What was done with it, for people.'),
        })
        .meta({ id: 'UnmatchedMoneyReturn', description: 'What was done with money at the bank.' }),
      replies: { 200: unmatchedMoneySchema },
      errors: [...oneErrors, 'invalid_request', 'conflict'],
      handle(request) {
        const { params, body, caller } = request;
        assertOperator(caller);
        const id = params.unmatched_money_id;
        const key = idempotencyKeyOf(`POST ${ONE}/return`, request, [id, body]);
        return markReturned(db, { id, note: body.note }, key);
      },
    }),
  ];
}

/** Only administrators, since the bank account is the operator's. */
function assertOperator({ role }: Caller): void {
  if (role !== 'admin')
    throw new AppError('forbidden', 'statements of the bank are for administrators');
}
