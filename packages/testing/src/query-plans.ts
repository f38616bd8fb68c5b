import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';

/** A node of an executed plan (`explain analyze`). */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Explains the statements that `db` sends. */
export function watchPlans<Tables>(pool: Pool) {
  let sent: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  });
  return {
    db,
    /** All plan nodes of the single statement that `query` sends. */
    async planOf(query: () => Promise<unknown>): Promise<readonly PlanNode[]> {
      sent = [];
      await query();
      const [asked, ...others] = sent;
      if (!asked || others.length > 0) throw new Error(`${sent.length} statements were sent`);
      return explain(pool, asked.sql, asked.parameters);
    },
  };
}

/** All plan nodes of an executed statement. */
export async function explain(
  pool: Pool,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<readonly PlanNode[]> {
  const explained = `explain (analyze, format json) ${statement}`;
  const { rows } = await pool.query(explained, [...parameters]);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
}

/** A node and its descendants. */
export function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/**
 * Number of rows that a plan reads, including filtered ones, and the indexes it uses; null for a
 * scan without one.
 */
export function readingsOf(plan: readonly PlanNode[]): {
  readonly indexes: readonly (string | null)[];
  readonly rows: number;
} {
  const readers = plan
    .map((node) => ({
      index: node['Index Name'] ?? null,
      type: node['Node Type'],
      rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    }))
    .filter(({ type, rows }) => /Scan$/.test(type) && type !== 'Bitmap Heap Scan' && rows > 0);
  return {
    indexes: [...new Set(readers.map(({ index }) => index))],
    rows: readers.reduce((sum, { rows }) => sum + rows, 0),
  };
}
