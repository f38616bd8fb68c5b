import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@florin/contracts';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { TIMEOUTS } from '../connection/open-database.ts';
import { codeOf } from '../errors/postgres-errors.ts';

export interface RolePasswords {
  /** Of the role that owns the schema and migrates it. */
  readonly owner: string;
  /** Of the role that the service runs as. */
  readonly app: string;
  /** The role that the service runs as: one of `appRolesOf`, by default the first one. */
  readonly appRole?: string;
}

/** Role that a service runs as; migrations grant it exactly what it needs, table by table. */
export function appRoleOf(service: ServiceName): string {
  return `florin_${service}`;
}

/**
 * The two roles that a service runs as in turn, so that a password is replaced while processes still use the
 * former one. The second one is a member of the first, which holds the grants.
 */
export function appRolesOf(service: ServiceName): readonly [string, string] {
  return [appRoleOf(service), `${appRoleOf(service)}_b`];
}

/** Role that owns a service's schema; only migrations use it. */
export function ownerRoleOf(service: ServiceName): string {
  return `florin_${service}_owner`;
}

/** Roles belong to all databases of a Postgres: the error of two that make or alter one at once. */
const COLLISION = /^(23505|42710|40P01|XX000)$/;
const ATTEMPTS_MAX = 20;
const PAUSE_MS_MAX = 50;

export interface ProvisionOptions {
  /** Leaves roles that exist as they are, with their passwords: other databases may use them. */
  readonly keepsRoles?: boolean;
}

/**
 * Makes, or brings up to date, the schema and the two roles of a service. Whoever does so needs no
 * more than CREATEROLE, and CREATE on the database; without being a superuser they become a member
 * of the role that owns the schema, as Postgres asks of who gives something to it.
 */
export async function provisionService(
  adminUrl: string,
  service: ServiceName,
  passwords: RolePasswords,
  { keepsRoles = false }: ProvisionOptions = {},
): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await provisionOnce(client, service, passwords, keepsRoles);
      } catch (error) {
        await client.query('rollback').catch(() => {});
        if (attempt === ATTEMPTS_MAX || !COLLISION.test(codeOf(error) ?? '')) throw error;
        await pause(Math.random() * PAUSE_MS_MAX);
      }
    }
  } finally {
    await client.end();
  }
}

async function provisionOnce(
  client: Client,
  service: ServiceName,
  passwords: RolePasswords,
  keepsRoles: boolean,
): Promise<void> {
  const schema = escapeIdentifier(service);
  const owner = escapeIdentifier(ownerRoleOf(service));
  const app = escapeIdentifier(appRoleOf(service));
  await client.query('begin');
  const own = { schema, keepsRoles };
  await bringRole(client, { ...own, role: ownerRoleOf(service), password: passwords.owner });
  const appRole = passwords.appRole ?? appRoleOf(service);
  const isSecond = appRole !== appRoleOf(service);
  if (isSecond && !(await hasRole(client, appRoleOf(service))))
    await client.query(`create role ${app}`);
  if (await bringRole(client, { ...own, role: appRole, password: passwords.app })) {
    const name = escapeIdentifier(appRole);
    if (isSecond) await client.query(`grant ${app} to ${name}`);
    // For sessions that a pooler opens; those of a service itself say the same.
    for (const [setting, timeoutMs] of Object.entries(TIMEOUTS))
      await client.query(`alter role ${name} set ${setting} = ${timeoutMs}`);
  }
  const { rowCount: isSuperuser } = await client.query(
    'select from pg_roles where rolname = current_user and rolsuper',
  );
  if (!isSuperuser) await client.query(`grant ${owner} to current_user`);
  await client.query(`create schema if not exists ${schema} authorization ${owner}`);
  // As the owner: a member that does not inherit may not grant what is the owner's.
  await client.query(`set local role ${owner}`);
  await client.query(`grant usage on schema ${schema} to ${app}`);
  await client.query('commit');
}

interface Role {
  readonly role: string;
  readonly password: string;
  /** As it stands in a statement. */
  readonly schema: string;
  readonly keepsRoles: boolean;
}

/** Returns whether the role was made or changed. */
async function bringRole(
  client: Client,
  { role, password, schema, keepsRoles }: Role,
): Promise<boolean> {
  const isThere = await hasRole(client, role);
  if (isThere && keepsRoles) return false;
  const verb = isThere ? 'alter' : 'create';
  const name = escapeIdentifier(role);
  await client.query(`${verb} role ${name} login password ${escapeLiteral(password)}`);
  await client.query(`alter role ${name} set search_path = ${schema}`);
  return true;
}

async function hasRole(client: Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  return rowCount === 1;
}
