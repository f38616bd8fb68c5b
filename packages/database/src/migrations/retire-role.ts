import type { ServiceName } from '@florin/contracts';
import { Client, escapeIdentifier } from 'pg';
import { appRolesOf } from './provision-service.ts';

export interface Retirement {
  /** The service's other role; undefined if it does not exist yet. */
  readonly role: string | undefined;
  /** Open connections of that role. If there are any, the role stays unchanged. */
  readonly connections: number;
}

/**
 * Revokes the login of the role that a service no longer runs as.
 * @param appRole the role that it runs as now, one of `appRolesOf`
 * @throws Error if that role cannot log in because `provision` has not created it
 */
export async function retireRole(
  adminUrl: string,
  service: ServiceName,
  appRole: string,
): Promise<Retirement> {
  const [first, second] = appRolesOf(service);
  if (appRole !== first && appRole !== second)
    throw new Error(`${service} does not run as ${appRole}`);
  const role = appRole === first ? second : first;
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows: known } = await client.query<{ rolname: string; rolcanlogin: boolean }>(
      'select rolname, rolcanlogin from pg_roles where rolname = any($1)',
      [[role, appRole]],
    );
    if (!known.some(({ rolname, rolcanlogin }) => rolname === appRole && rolcanlogin))
      throw new Error(`${appRole} cannot log in: run provision first`);
    if (!known.some(({ rolname }) => rolname === role)) return { role: undefined, connections: 0 };
    const { rows } = await client.query<{ connections: number }>(
      'select count(*)::int as connections from pg_stat_activity where usename = $1',
      [role],
    );
    const [{ connections } = { connections: 0 }] = rows;
    if (connections === 0)
      await client.query(`alter role ${escapeIdentifier(role)} nologin password null`);
    return { role, connections };
  } finally {
    await client.end();
  }
}
