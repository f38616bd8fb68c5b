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
import type { Books } from '../shards/books.ts';
import { type Invariant, invariants, toResource } from './model.ts';
import { auditAccount, auditNextPage } from './operations.ts';

const invariantNames = Object.keys(invariants) as [Invariant, ...Invariant[]];

const violationSchema = z
  .object({
    invariant: z.enum(invariantNames).describe('Name of the rule that does not hold.'),
    rule: z.string().describe('The same rule in words.'),
    account_id: z
      .string()
      .nullable()
      .describe('Account (`acc_…`) whose books show it; null where that is not known.'),
    id: z
      .string()
      .describe('What shows it: an account, a transaction, an entry, a payment or an event.'),
    expected: z.string().describe('What the rule asks for, in words.'),
    found: z.string().describe('What is there instead.'),
  })
  .meta({ id: 'AuditViolation', description: 'A place where the books break a rule.' });

const partSchema = z.object({
  object: objectOf('audit'),
  checked: z
    .object({
      accounts: z.int().describe('How many accounts.'),
      transactions: z.int().describe('How many transactions of these.'),
      entries: z.int().describe('How many journal entries of these.'),
    })
    .describe('How much was read.'),
  violations_count: z.int().describe('How often a rule was broken; 0 where the books are right.'),
  first_violation: violationSchema
    .nullable()
    .describe('The first of them, by account and weight; null where there is none.'),
  next_account_id: z
    .string()
    .nullable()
    .describe(
      'Account (`acc_…`) to send as `starting_after` for the next part; null after the last.',
    ),
  seconds: z.number().describe('How long it took, in seconds.'),
});

const auditSchema = partSchema.meta({
  id: 'Audit',
  description: 'What came of proving the books of some accounts.',
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
    description: 'Begins behind this account (`acc_…`): the `next_account_id` of the part before.',
    pattern: idPatternOf('account'),
  });

export function auditRoute({ books }: { readonly books: Books }) {
  return defineRoute({
    method: 'GET',
    path: '/v1/audit',
    operationId: 'proveBooks',
    summary: 'Prove the books of the next accounts, in the order of their ids',
    description:
      'Reads all that the ledger keeps of the next accounts and holds it against rules such as that every entry adds up to zero. It changes nothing. Begin without `starting_after` and go on with `next_account_id` until that is null: for administrators. With `account_id` it proves the books of one account, for its own people and API keys too; any other is answered with `404`.',
    token: 'session_or_key',
    keyScope: 'transactions:read',
    query: z.object({
      starting_after: afterField,
      limit: limitField(100),
      account_id: accountFields.account_id.meta({
        description: 'Proves the books of this account alone, for its own people too.',
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
      'the audit of all accounts is for administrators: name your own by account_id',
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
