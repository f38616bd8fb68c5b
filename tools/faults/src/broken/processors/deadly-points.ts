import { type Kysely, sql } from 'kysely';

type AnyDb = Pick<Kysely<never>, 'getExecutor'>;

/** Ends the process once at a point armed by a row; another process resumes there. */
export async function dieAt(db: AnyDb, point: string): Promise<void> {
  const { rows } = await sql`
    delete from processors.deadly_points where point = ${point} returning point`.execute(
    db as Kysely<never>,
  );
  if (rows.length > 0) process.kill(process.pid, 'SIGKILL');
}

/** A call before and after which the process may end. */
export function dyingAround<Args extends unknown[], Result>(
  db: AnyDb,
  name: string,
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    await dieAt(db, `before ${name}`);
    const result = await call(...args);
    await dieAt(db, `after ${name}`);
    return result;
  };
}
