import type { ServiceName } from '@florin/contracts';
import { appRoleOf, ownerRoleOf, provisionService } from '@florin/database';
import { Client } from 'pg';
import type { LauncherConfig } from './config.ts';
import type { Secrets } from './secrets.ts';
import type { DatabaseUrls } from './service-environment.ts';

export const databaseName = 'florin';

/** Services whose database was not given and that therefore live in the common one. */
export function servicesInCommonDatabase(
  services: readonly ServiceName[],
  { serviceDatabaseUrls }: LauncherConfig,
): ServiceName[] {
  return services.filter((service) => !serviceDatabaseUrls.has(service));
}

/** Makes the common database on our own Postgres, unless it is there; resolves with its URL. */
export async function createDatabase(superuserUrl: string): Promise<string> {
  const client = new Client({ connectionString: superuserUrl });
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      databaseName,
    ]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
    return Object.assign(new URL(superuserUrl), { pathname: `/${databaseName}` }).href;
  } catch (error) {
    throw isWrongPassword(error)
      ? new Error('the database was made with other secrets: restore secrets.json beside it')
      : error;
  } finally {
    await client.end();
  }
}

/** Roles and schemas of the services in the common database, one after the other. */
export async function provision(
  adminUrl: string,
  services: readonly ServiceName[],
  secrets: Secrets,
): Promise<void> {
  for (const service of services) {
    await provisionService(adminUrl, service, secrets.rolePasswords(service));
  }
}

/** Where each service finds its database, as its own role and as the one that migrates. */
export function databaseUrlsOf(
  service: ServiceName,
  common: string | undefined,
  config: LauncherConfig,
  secrets: Secrets,
): DatabaseUrls {
  const given = config.serviceDatabaseUrls.get(service);
  if (given !== undefined) {
    return { app: given, owner: config.migrationDatabaseUrls.get(service) ?? given };
  }
  if (common === undefined) throw new Error(`no database for ${service}`);
  const passwords = secrets.rolePasswords(service);
  return {
    app: withRole(common, appRoleOf(service), passwords.app),
    owner: withRole(common, ownerRoleOf(service), passwords.owner),
  };
}

function withRole(databaseUrl: string, role: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28P01';
}
