import type { WriteStream } from 'node:tty';
import { type DatabaseConfig, withDatabase } from '@florin/database';
import type { CommandResult } from '@florin/service';
import { describe, toResource, type Violation } from '../domain/invariants.ts';
import type { LedgerTables } from '../schema/tables.ts';
import { auditAll, inSnapshot } from './operations.ts';
import { countEntries } from './queries.ts';

const SIZE = { accountsMax: 10_000, changesMax: 50_000 };
/** One account can have as many transactions as all others together. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
const PER = 1_000_000;
const MS = 1_000;

/** `audit` verifies all books in one snapshot. */
export async function audit({
  database,
}: {
  readonly database: DatabaseConfig;
}): Promise<CommandResult> {
  return withDatabase<LedgerTables, CommandResult>({ ...database, poolSizeMax: 1 }, async (db) => {
    const startedAt = performance.now();
    const checked = { accounts: 0, transactions: 0, entries: 0, violations: 0 };
    let first: Violation | null = null;
    await inSnapshot(db, STATEMENT_TIMEOUT_MS, async (tx) => {
      const show = makeProgress(process.stderr, await countEntries(tx));
      for await (const page of auditAll(tx, SIZE)) {
        for (const name of ['accounts', 'transactions', 'entries', 'violations'] as const)
          checked[name] += page[name];
        first ??= page.first;
        show(checked.entries);
      }
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    const { violations, ...counts } = checked;
    const verdict = first
      ? `${violations} violations, the first one: ${describe(first)}`
      : 'no violation';
    return {
      text: `${summaryOf(checked, seconds)}\n${verdict}`,
      data: {
        checked: counts,
        violations_count: violations,
        first_violation: first && toResource(first),
        seconds: Math.round(seconds * MS) / MS,
      },
      isFinding: violations > 0,
    };
  });
}

type Checked = Readonly<Record<'accounts' | 'transactions' | 'entries', number>>;

function summaryOf({ accounts, transactions, entries }: Checked, seconds: number): string {
  const perMillion =
    transactions === 0
      ? ''
      : `, ${((seconds / transactions) * PER).toFixed(1)} s per million transactions`;
  return `checked ${accounts} accounts, ${transactions} transactions, ${entries} entries in ${seconds.toFixed(1)} s${perMillion}`;
}

const BAR_LENGTH = 30;
const LINE_EVERY_PERCENT = 10;

/** Shows the progress towards `total`: a bar on a terminal, otherwise one line per tenth. */
export function makeProgress(
  out: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean },
  total: number,
) {
  let shown = 0;
  return (done: number): void => {
    const percent = total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100));
    const isDone = percent === 100;
    if (shown === 100 || !(out.isTTY || isDone || percent >= shown + LINE_EVERY_PERCENT)) return;
    shown = percent;
    if (!out.isTTY) {
      out.write(`${percent} % of the entries\n`);
      return;
    }
    const bar = '#'.repeat(Math.round((percent / 100) * BAR_LENGTH)).padEnd(BAR_LENGTH, '.');
    out.write(`\r[${bar}] ${percent} %${isDone ? '\n' : ''}`);
  };
}
