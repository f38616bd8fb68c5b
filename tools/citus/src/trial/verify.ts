import { withDatabase } from '@florin/database';
import { auditAll, inSnapshot } from '@florin/ledger/src/audit/operations.ts';
import { describe } from '@florin/ledger/src/domain/invariants.ts';
import type { LedgerTables } from '@florin/ledger/src/schema/tables.ts';
import { queryOnce } from '@florin/system-kit';
import type { ShardLoad } from './shard-load.ts';

const AUDIT_MS_MAX = 120_000;
const SIZE = { accountsMax: 1_000, changesMax: 50_000 };

export interface Verdict {
  readonly answered: number;
  /** Acknowledged, but missing. */
  readonly lost: number;
  /** Present beyond what was acknowledged. */
  readonly double: number;
  /** Violations found by the ledger's own audit. */
  readonly violations: number;
  /** The first of them, in words. */
  readonly first: string | null;
}

/** Compares a shard's data with the answers to its clients; each request has been answered. */
export async function verify(url: string, { accounts, seen }: ShardLoad): Promise<Verdict> {
  const rows = await queryOnce<{ id: string }>(
    url,
    'select id from transactions where account_id = any($1::uuid[])',
    [accounts],
  );
  const ids = new Set(rows.map(({ id }) => id));
  const answered = new Set(seen.answered.values());
  return {
    answered: answered.size,
    lost: [...answered].filter((id) => !ids.has(id)).length,
    double: [...ids].filter((id) => !answered.has(id)).length,
    ...(await audit(url)),
  };
}

async function audit(url: string): Promise<Pick<Verdict, 'violations' | 'first'>> {
  return withDatabase<LedgerTables, Pick<Verdict, 'violations' | 'first'>>(
    { url, poolSizeMax: 1 },
    (db) =>
      inSnapshot(db, AUDIT_MS_MAX, async (tx) => {
        let violations = 0;
        let first: string | null = null;
        for await (const page of auditAll(tx, SIZE)) {
          violations += page.violations;
          if (page.first) first ??= describe(page.first);
        }
        return { violations, first };
      }),
  );
}
