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
import { toStatementResource, toUnmatchedResource } from '../domain/statement.ts';
import { csvField, toMapping } from './fields.ts';
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
      summary: 'Import a bank statement',
      description:
        'Imports incoming transfers of the bank account that customers pay to. An entry with the creditor reference of a payment pays it; all other entries become unmatched money. A file or entry that was imported before is not counted again. `400` if the statement names no bank account, another account than `BANK_TRANSFER_IBAN`, or a currency other than euro: then nothing is imported. For files above 100000 characters use `florin bank-statement`. For administrators.',
      takesIdempotencyKey: true,
      timeoutMs: 5_000,
      body: z
        .object({
          format: z
            .enum(['camt.053', 'csv'])
            .describe(
              '`camt.053`: ISO 20022 XML; `csv`: a CSV export of the bank, described by `csv`.',
            ),
          content: z
            .string()
            .min(1)
            .max(CONTENT_LENGTH_MAX)
            .describe('Content of the file, as text.'),
          csv: csvField.optional().describe('CSV format of the bank. Required for `csv`.'),
        })
        .meta({ id: 'NewBankStatement', description: 'A bank statement to import.' }),
      replies: { 201: bankStatementImportSchema },
      errors: listErrors,
      handle(request) {
        const { body, caller } = request;
        assertOperator(caller);
        const bytes = Buffer.from(body.content);
        const key = idempotencyKeyOf(`POST ${STATEMENTS}`, request, [body]);
        if (body.format === 'camt.053')
          return importFile(deps, { format: body.format, bytes }, key);
        if (!body.csv) throw new AppError('invalid_request', 'csv: is required; map the columns');
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
      summary: 'List bank statements',
      description: 'Imported statements with the result of each. For administrators.',
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
      summary: 'List unmatched payments',
      description:
        'Incoming transfers that match no payment. Administrators assign them or mark them as returned.',
      query: z
        .object({
          ...cursorFields('unmatchedMoney'),
          status: z.enum(unmatchedStatuses).optional().describe('Filter by status.'),
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
      summary: 'Retrieve an unmatched payment',
      description:
        'An incoming transfer that matches no payment, with the details from the bank. For administrators.',
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
      summary: 'Assign an unmatched payment to a payment or an account',
      description:
        'Pays the payment or credits the account; send one of the two. Idempotent. `409` if the money was already assigned elsewhere or marked as returned. For administrators.',
      takesIdempotencyKey: true,
      timeoutMs: 5_000,
      params,
      body: z
        .object({
          payment_id: idField('paymentRequest')
            .optional()
            .meta({ description: 'Payment (`pay_…`) to pay.' }),
          account_id: idField('account')
            .optional()
            .meta({ description: 'Account (`acc_…`) to credit.' }),
        })
        .meta({ id: 'UnmatchedMoneyAssignment', description: 'Target of an unmatched payment.' }),
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
          throw new AppError('invalid_request', 'send either payment_id or account_id');
        await getUnmatched(db, id);
        return deps.assignments.begin({ id, accountId, by: newId() }, key);
      },
    }),
    defineRoute({
      ...session,
      method: 'POST',
      path: `${ONE}/return`,
      operationId: 'returnUnmatchedMoney',
      summary: 'Mark an unmatched payment as returned',
      description:
        'Moves no money: records that the money was returned at the bank or is not from a customer, and closes the item. `409` if it was already handled otherwise. For administrators.',
      takesIdempotencyKey: true,
      params,
      body: z
        .object({
          note: text(NOTE_LENGTH_MAX).describe('Note on what was done.'),
        })
        .meta({
          id: 'UnmatchedMoneyReturn',
          description: 'How the money was handled at the bank.',
        }),
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
    throw new AppError('forbidden', 'only administrators can use bank statements');
}
