import { toPublicId } from '@florin/contracts';
import { readJournals } from '@florin/system-kit';
import type { AuditedFlorin } from '../florin/start-florin.ts';
import type { AuditedRun, Outcome } from '../row.ts';
import { type Judgement, judge, type KeptTransaction } from './acknowledgements.ts';
import { findBrokenRules } from './books.ts';
import { findEventFlaws } from './events.ts';
import { askProduct } from './product-audit.ts';

export interface Audit extends Omit<Outcome, 'of'> {
  readonly judgement: Judgement;
}

const DETAILS_MAX = 5;
/** Events that a broken part has lost never arrive. */
const DRAIN = {
  sound: { msMax: 60_000, stillMsMax: 60_000 },
  control: { msMax: 10_000, stillMsMax: 3_000 },
};

/** Checks answers to clients against the public API and the tables. */
export async function audit({ florin, people, folder, isControl }: AuditedRun): Promise<Audit> {
  const exchanges = await readJournals(folder);
  const events = await findEventFlaws(florin, DRAIN[isControl ? 'control' : 'sound']);
  const judgement = judge(exchanges, await readTransactions(florin));
  const books = await findBrokenRules(florin.sql);
  const product = await askProduct(people);
  const { lost, duplicate, changed, denied, unanswered, bugs } = judgement;
  const found: Record<string, readonly string[]> = {
    lost,
    duplicate,
    changed,
    denied,
    imbalance: books.flatMap(({ rule, ids }) => ids.map((id) => `${rule}: ${id}`)),
    'product audit': product,
    'events missing': events.missing,
    'events in disorder': events.disorder,
    'illegal histories': events.histories,
  };
  const violations = Object.fromEntries(
    Object.entries(found).map(([name, each]) => [name, each.length]),
  );
  const details = Object.entries(found)
    .flatMap(([name, each]) => each.slice(0, DETAILS_MAX).map((what) => `${name}: ${what}`))
    .slice(0, 2 * DETAILS_MAX);
  return { judgement, violations: { ...violations, unanswered, 'answers of 500': bugs }, details };
}

async function readTransactions({ sql }: AuditedFlorin): Promise<readonly KeptTransaction[]> {
  const rows = await sql<
    Omit<KeptTransaction, 'amount' | 'captured_amount'> & {
      readonly amount: bigint;
      readonly captured_amount: bigint | null;
    }
  >(
    `select id, account_id, reference, type, status, amount, currency, captured_amount
       from ledger.transactions`,
  );
  return rows.map((row) => ({
    ...row,
    id: toPublicId('transaction', row.id),
    account_id: toPublicId('account', row.account_id),
    amount: Number(row.amount),
    captured_amount: row.captured_amount === null ? null : Number(row.captured_amount),
  }));
}
