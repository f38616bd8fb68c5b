import { prepareThrowawayDatabase } from '@florin/database';
import { migrations } from '@florin/ledger/src/migrations/index.ts';
import { Client } from 'pg';
import { createDatabase } from '../create-database.ts';
import { fillLedger, type History } from './fill-ledger.ts';

export interface WantedHistory extends Omit<History, 'databaseUrl'> {
  /** Of a Postgres, as superuser. */
  readonly serverUrl: string;
  /** Of the database. */
  readonly name: string;
}

/**
 * A ledger with a history, filled unless it is there already from a run that kept it. Returns its
 * URL, as the ledger itself.
 */
export async function openHistory(wanted: WantedHistory): Promise<string> {
  const { serverUrl, name } = wanted;
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  if (await isThere(databaseUrl, wanted))
    return prepareThrowawayDatabase(databaseUrl, 'ledger', migrations);

  await createDatabase(serverUrl, name);
  const url = await prepareThrowawayDatabase(databaseUrl, 'ledger', migrations);
  await fillLedger({ ...wanted, databaseUrl });
  await withClient(databaseUrl, (client) =>
    client.query(`comment on schema ledger is '${labelOf(wanted)}'`),
  );
  return url;
}

/** Written last: one that was cut off while it was filled has none. */
function labelOf({ transactions, spanMs, accounts, seed }: WantedHistory): string {
  return `${transactions} transactions in ${spanMs} ms of ${accounts} accounts, seed ${seed}`;
}

async function isThere(databaseUrl: string, wanted: WantedHistory): Promise<boolean> {
  try {
    return await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ label: string | null }>(
        `select obj_description('ledger'::regnamespace) as label`,
      );
      return rows[0]?.label === labelOf(wanted);
    });
  } catch {
    return false;
  }
}

async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
