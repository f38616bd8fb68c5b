import type { ServiceName } from '@florin/contracts';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

export interface RolePasswords {
  /** Of the role that owns the schema and migrates it. */
  readonly owner: string;
  /** Of the role that the service runs as. */
  readonly app: string;
}

/** Role that a service runs as; migrations grant it exactly what it needs, table by table. */
export function appRoleOf(service: ServiceName): string {
  return `florin_${service}`;
}

/** Role that owns a service's schema; only migrations use it. */
export function ownerRoleOf(service: ServiceName): string {
  return `florin_${service}_owner`;
}

/** Makes, or brings up to date, the schema and the two roles of a service. Needs a superuser. */
export async function provisionService(
  adminUrl: string,
  service: ServiceName,
  passwords: RolePasswords,
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('begin');
    // Roles belong to the whole cluster, and CREATE ROLE has no IF NOT EXISTS. An advisory lock
    // would only hold within this database; a lock on the table of roles holds in all of them.
    await client.query('lock table pg_catalog.pg_authid in share row exclusive mode');
    const schema = escapeIdentifier(service);
    for (const [role, password] of [
      [ownerRoleOf(service), passwords.owner],
      [appRoleOf(service), passwords.app],
    ] as const) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
      const verb = rowCount ? 'alter' : 'create';
      const name = escapeIdentifier(role);
      await client.query(`${verb} role ${name} login password ${escapeLiteral(password)}`);
      await client.query(`alter role ${name} set search_path = ${schema}`);
    }
    const owner = escapeIdentifier(ownerRoleOf(service));
    await client.query(`create schema if not exists ${schema} authorization ${owner}`);
    await client.query(
      `grant usage on schema ${schema} to ${escapeIdentifier(appRoleOf(service))}`,
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}
