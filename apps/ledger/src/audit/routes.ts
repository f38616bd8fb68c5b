import {
  AppError,
  type Caller,
  carryFormerNames,
  parsePublicId,
  toPublicId,
  type Uuid,
  withFormerNames,
} from '@florin/contracts';
import { accountFields, defineRoute, limitField, notFound, scopeOf } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { LedgerTables } from '../tables.ts';
import { type Invariant, invariants, toResource } from './model.ts';
import { auditAccount, auditPage } from './operations.ts';

const invariantNames = Object.keys(invariants) as [Invariant, ...Invariant[]];

const violationSchema = z.object({
  invariant: z.enum(invariantNames),
  /** The invariant in words. */
  rule: z.string(),
  account_id: z.string().nullable(),
  /** What shows the violation: an account, a transaction, an entry, an event. */
  id: z.string(),
  expected: z.string(),
  found: z.string(),
});

const answerNames = { next: 'next_account_id' } as const;

const partSchema = z.object({
  object: z.literal('audit'),
  checked: z.object({ accounts: z.int(), transactions: z.int(), entries: z.int() }),
  violations_count: z.int(),
  first_violation: violationSchema.nullable(),
  /** The account to send as `starting_after`; null after the last. */
  next_account_id: z.string().nullable(),
  seconds: z.number(),
});

const auditSchema = withFormerNames(partSchema, answerNames);

const afterField = z
  .string()
  .transform((id, context) => {
    const uuid = parsePublicId('account', id);
    if (uuid !== undefined) return uuid;
    context.issues.push({ code: 'custom', input: id, message: 'is not the id of an account' });
    return z.NEVER;
  })
  .optional();

export function auditRoute({ db }: { readonly db: Kysely<LedgerTables> }) {
  return defineRoute({
    method: 'GET',
    path: '/v1/audit',
    operationId: 'proveBooks',
    summary: 'Prove the books of the next accounts, in the order of their ids',
    token: 'session',
    query: z.object({
      starting_after: afterField,
      limit: limitField(100),
      account_id: accountFields.account_id.meta({
        description: 'Proves the books of this account alone, for its own people too.',
      }),
    }),
    formerNames: { query: { after: 'starting_after' } },
    replies: { 200: auditSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    async handle({ caller, query: { starting_after: after, limit, account_id: accountId } }) {
      const startedAt = performance.now();
      const { accounts, transactions, entries, violations, first, next } =
        accountId === undefined
          ? await auditNext(db, caller, after, limit)
          : { ...(await auditOwn(db, caller, accountId)), next: null };
      const body: z.output<typeof partSchema> = {
        object: 'audit',
        checked: { accounts, transactions, entries },
        violations_count: violations,
        first_violation: first && toResource(first),
        next_account_id: next && toPublicId('account', next),
        seconds: Math.round(performance.now() - startedAt) / 1_000,
      };
      return { status: 200, body: carryFormerNames(body, answerNames) };
    },
  });
}

function auditNext(
  db: Kysely<LedgerTables>,
  { role }: Caller,
  after: Uuid | undefined,
  limit: number,
) {
  if (role !== 'admin')
    throw new AppError(
      'forbidden',
      'the audit of all accounts is for administrators: name your own by account_id',
    );
  return auditPage(db, after, limit);
}

/** What is somebody else's is not found, as what does not exist. */
async function auditOwn(db: Kysely<LedgerTables>, caller: Caller, asked: Uuid | null) {
  const accountId = scopeOf(caller, asked);
  const isOne = accountId !== undefined && accountId !== 'all';
  const findings = isOne ? await auditAccount(db, accountId) : undefined;
  if (!findings) throw notFound('account');
  return findings;
}
