import type { ServiceName } from '@florin/contracts';
import { appRoleOf, ownerRoleOf, provisionService } from '@florin/database';
import { Client } from 'pg';
import type { LauncherConfig } from './config.ts';
import type { Secrets } from './secrets.ts';
import type { DatabaseUrls } from './service-environment.ts';

export const databaseName = 'florin';

/** Services without a database URL, which use the common database. */
export function servicesInCommonDatabase(
  services: readonly ServiceName[],
  { serviceDatabaseUrls }: LauncherConfig,
): ServiceName[] {
  return services.filter((service) => !serviceDatabaseUrls.has(service));
}

/**
 * Creates the common database on the launcher's Postgres if it is missing; resolves with its URL.
 */
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
      ? new Error('the database was created with other secrets: restore secrets.json next to it')
      : error;
  } finally {
    await client.end();
  }
}

/** Creates roles and schemas of the services in the common database, one by one. */
export async function provision(
  adminUrl: string,
  services: readonly ServiceName[],
  secrets: Secrets,
): Promise<void> {
  for (const service of services) {
    await provisionService(adminUrl, service, secrets.rolePasswords(service));
  }
}

/** Database URLs of each service, for its own role and its migration role. */
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
