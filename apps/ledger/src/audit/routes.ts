import {
  AppError,
  type Caller,
  idPatternOf,
  parsePublicId,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { objectOf } from '@florin/contracts/members';
import { accountFields, defineRoute, limitField, notFound, scopeOf } from '@florin/http-api';
import { z } from 'zod';
import { type Invariant, invariants, toResource } from '../domain/invariants.ts';
import type { Books } from '../shards/books.ts';
import { auditAccount, auditNextPage } from './operations.ts';

const invariantNames = Object.keys(invariants) as [Invariant, ...Invariant[]];

const violationSchema = z
  .object({
    invariant: z.enum(invariantNames).describe('Name of the violated rule.'),
    rule: z.string().describe('Description of the rule.'),
    account_id: z
      .string()
      .nullable()
      .describe('Account (`acc_…`) of the violation; null if unknown.'),
    id: z
      .string()
      .describe('Id of the object: an account, a transaction, an entry, a payment or an event.'),
    expected: z.string().describe('Expected value.'),
    found: z.string().describe('Actual value.'),
  })
  .meta({ id: 'AuditViolation', description: 'A violation of a bookkeeping rule.' });

const partSchema = z.object({
  object: objectOf('audit'),
  checked: z
    .object({
      accounts: z.int().describe('Number of accounts.'),
      transactions: z.int().describe('Number of transactions of these accounts.'),
      entries: z.int().describe('Number of journal entries of these accounts.'),
    })
    .describe('Amount of data checked.'),
  violations_count: z.int().describe('Number of violations; 0 if the books are correct.'),
  first_violation: violationSchema
    .nullable()
    .describe('First violation, by account and severity; null if none.'),
  next_account_id: z
    .string()
    .nullable()
    .describe(
      'Account (`acc_…`) to send as `starting_after` for the next part; null after the last one.',
    ),
  seconds: z.number().describe('Duration in seconds.'),
});

const auditSchema = partSchema.meta({
  id: 'Audit',
  description: 'Result of auditing the books of some accounts.',
});

const afterField = z
  .string()
  .transform((id, context) => {
    const uuid = parsePublicId('account', id);
    if (uuid !== undefined) return uuid;
    context.issues.push({ code: 'custom', input: id, message: 'is not the id of an account' });
    return z.NEVER;
  })
  .optional()
  .meta({
    description: 'Starts after this account (`acc_…`): the `next_account_id` of the previous part.',
    pattern: idPatternOf('account'),
  });

export function auditRoute({ books }: { readonly books: Books }) {
  return defineRoute({
    method: 'GET',
    path: '/v1/audit',
    operationId: 'proveBooks',
    summary: 'Audit the books',
    description:
      'Checks all ledger data of the next accounts, in the order of their ids, against rules such as: the parts of each entry sum to zero. Read-only. For all accounts, start without `starting_after` and continue with `next_account_id` until it is null: for administrators. `account_id` audits one account, also for its own members and API keys; other accounts get `404`.',
    token: 'session_or_key',
    keyScope: 'transactions:read',
    query: z.object({
      starting_after: afterField,
      limit: limitField(100),
      account_id: accountFields.account_id.meta({
        description: 'Audits only this account, also for its own members.',
      }),
    }),
    replies: { 200: auditSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    async handle({ caller, query: { starting_after: after, limit, account_id: accountId } }) {
      const startedAt = performance.now();
      const { accounts, transactions, entries, violations, first, next } =
        accountId === undefined
          ? await auditNext(books, caller, after, limit)
          : { ...(await auditOwn(books, caller, accountId)), next: null };
      const body: z.output<typeof partSchema> = {
        object: 'audit',
        checked: { accounts, transactions, entries },
        violations_count: violations,
        first_violation: first && toResource(first),
        next_account_id: next && toPublicId('account', next),
        seconds: Math.round(performance.now() - startedAt) / 1_000,
      };
      return { status: 200, body: body };
    },
  });
}

function auditNext(books: Books, { role }: Caller, after: Uuid | undefined, limit: number) {
  if (role !== 'admin')
    throw new AppError(
      'forbidden',
      'only administrators can audit all accounts; set account_id to your own',
    );
  return auditNextPage(books, after, limit);
}

/** Accounts of others are not found, like accounts that do not exist. */
async function auditOwn(books: Books, caller: Caller, asked: Uuid | null) {
  const accountId = scopeOf(caller, asked);
  const isOne = accountId !== undefined && accountId !== 'all';
  const findings = isOne ? await auditAccount(books.of(accountId), accountId) : undefined;
  if (!findings) throw notFound('account');
  return findings;
}
