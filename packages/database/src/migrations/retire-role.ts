import type { ServiceName } from '@florin/contracts';
import { Client, escapeIdentifier } from 'pg';
import { appRolesOf } from './provision-service.ts';

/**
 * Ends the password of the role that a service no longer runs as.
 * @param appRole the role that it runs as now, one of `appRolesOf`
 * @returns the retired role; undefined where there is no second role yet
 * @throws Error while a session of the former role is open: a process still uses its password
 */
export async function retireRole(
  adminUrl: string,
  service: ServiceName,
  appRole: string,
): Promise<string | undefined> {
  const [first, second] = appRolesOf(service);
  if (appRole !== first && appRole !== second)
    throw new Error(`${service} does not run as ${appRole}`);
  const former = appRole === first ? second : first;
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [former]);
    if (rowCount === 0) return undefined;
    const { rows } = await client.query<{ open: number }>(
      'select count(*)::int as open from pg_stat_activity where usename = $1',
      [former],
    );
    const [{ open } = { open: 0 }] = rows;
    if (open > 0)
      throw new Error(
        `${open} connections of ${former} are open: start all processes of ${service} with the new URL first`,
      );
    await client.query(`alter role ${escapeIdentifier(former)} nologin password null`);
    return former;
  } finally {
    await client.end();
  }
}
