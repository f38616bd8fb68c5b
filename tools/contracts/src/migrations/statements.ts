import type { Migration } from '@florin/database';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';

/** The statements of a migration in order; none of them reaches a database. */
export async function statementsOf({ up }: Migration): Promise<readonly string[]> {
  const sent: CompiledQuery[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (asked) => new PostgresIntrospector(asked),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query),
  });
  await up(db);
  return sent.map(({ sql, parameters }) =>
    parameters.length === 0 ? sql : `${sql} -- ${JSON.stringify(parameters)}`,
  );
}
