import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';

/** A node of a plan as Postgres has carried it out. */
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

/** Shows how what is asked of `db` is carried out. */
export function watchPlans<Tables>(pool: Pool) {
  let sent: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  });
  return {
    db,
    /** Every node of the plan of the one statement that `query` sends. */
    async planOf(query: () => Promise<unknown>): Promise<readonly PlanNode[]> {
      sent = [];
      await query();
      const [asked, ...others] = sent;
      if (!asked || others.length > 0) throw new Error(`${sent.length} statements were sent`);
      return explain(pool, asked.sql, asked.parameters);
    },
  };
}

/** Every node of the plan of a statement, as Postgres carries it out. */
export async function explain(
  pool: Pool,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<readonly PlanNode[]> {
  const explained = `explain (analyze, format json) ${statement}`;
  const { rows } = await pool.query(explained, [...parameters]);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
}

/** A node and all below it. */
export function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** How many rows a plan reads, also those that it then leaves out, and by which indexes; null by none. */
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
