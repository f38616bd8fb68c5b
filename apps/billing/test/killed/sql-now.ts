import { sql } from 'kysely';

const [, instant] = process.argv.slice(2);

export const sqlNow = () => sql<Date>`${instant}::timestamptz`;
