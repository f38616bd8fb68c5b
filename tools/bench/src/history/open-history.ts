import { prepareThrowawayDatabase } from '@florin/database';
import { migrations } from '@florin/ledger/src/migrations/index.ts';
import { queryOnce } from '@florin/system-kit';
import { createDatabase } from '../create-database.ts';
import { fillLedger, type History } from './fill-ledger.ts';

export interface WantedHistory extends Omit<History, 'databaseUrl'> {
  /** Superuser's URL of a Postgres. */
  readonly serverUrl: string;
  /** Name of the database. */
  readonly name: string;
}

/**
 * A ledger with a history, filled unless an earlier run has kept it. Returns its URL, in the
 * ledger's role.
 */
export async function openHistory(wanted: WantedHistory): Promise<string> {
  const { serverUrl, name } = wanted;
  const databaseUrl = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  if (await isThere(databaseUrl, wanted))
    return prepareThrowawayDatabase(databaseUrl, 'ledger', migrations);

  await createDatabase(serverUrl, name);
  const url = await prepareThrowawayDatabase(databaseUrl, 'ledger', migrations);
  await fillLedger({ ...wanted, databaseUrl });
  await queryOnce(databaseUrl, `comment on schema ledger is '${labelOf(wanted)}'`);
  return url;
}

/** Written last, so an interrupted fill has none. */
function labelOf({ transactions, spanMs, accounts, seed }: WantedHistory): string {
  return `${transactions} transactions in ${spanMs} ms of ${accounts} accounts, seed ${seed}`;
}

async function isThere(databaseUrl: string, wanted: WantedHistory): Promise<boolean> {
  try {
    const [row] = await queryOnce<{ label: string | null }>(
      databaseUrl,
      `select obj_description('ledger'::regnamespace) as label`,
    );
    return row?.label === labelOf(wanted);
  } catch {
    return false;
  }
}
