import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@florin/contracts';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { TIMEOUTS } from '../connection/open-database.ts';
import { codeOf } from '../errors/postgres-errors.ts';

export interface RolePasswords {
  /** Password of the role that owns and migrates the schema. */
  readonly owner: string;
  /** Password of the role that the service runs as. */
  readonly app: string;
  /** The role that the service runs as: one of `appRolesOf`, by default the first. */
  readonly appRole?: string;
}

/** Role that a service runs as. Migrations grant its rights, table by table. */
export function appRoleOf(service: ServiceName): string {
  return `florin_${service}`;
}

/**
 * The two roles of a service, used alternately to rotate passwords while old processes still run.
 * The second is a member of the first, which holds the grants.
 */
export function appRolesOf(service: ServiceName): readonly [string, string] {
  return [appRoleOf(service), `${appRoleOf(service)}_b`];
}

/** Role that owns a service's schema, used by migrations only. */
export function ownerRoleOf(service: ServiceName): string {
  return `florin_${service}_owner`;
}

/** Errors of concurrent role changes. All databases of a Postgres share their roles. */
const COLLISION = /^(23505|42710|40P01|XX000)$/;
const ATTEMPTS_MAX = 20;
const PAUSE_MS_MAX = 50;

export interface ProvisionOptions {
  /** Leaves existing roles and their passwords alone, because other databases may use them. */
  readonly keepsRoles?: boolean;
}

/**
 * Creates or updates a service's schema and roles. Needs CREATEROLE, and CREATE on the database. A
 * non-superuser joins the owner role, which Postgres requires for transferring ownership.
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
    // For sessions opened by a pooler. The service's own sessions set the same.
    for (const [setting, timeoutMs] of Object.entries(TIMEOUTS))
      await client.query(`alter role ${name} set ${setting} = ${timeoutMs}`);
  }
  const { rowCount: isSuperuser } = await client.query(
    'select from pg_roles where rolname = current_user and rolsuper',
  );
  if (!isSuperuser) await client.query(`grant ${owner} to current_user`);
  await client.query(`create schema if not exists ${schema} authorization ${owner}`);
  // As the owner: a member without INHERIT cannot grant the owner's rights.
  await client.query(`set local role ${owner}`);
  await client.query(`grant usage on schema ${schema} to ${app}`);
  await client.query('commit');
}

interface Role {
  readonly role: string;
  readonly password: string;
  /** Quoted for use in a statement. */
  readonly schema: string;
  readonly keepsRoles: boolean;
}

/** Returns whether the role was created or changed. */
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
