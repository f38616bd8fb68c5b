import type { ServiceName } from '@florin/contracts';
import { migrate } from './migrate.ts';
import type { Migrations } from './migrations.ts';
import { appRoleOf, ownerRoleOf, provisionService } from './provision-service.ts';

const PASSWORDS = { owner: 'owner', app: 'app' };

/**
 * Creates a service's schema, roles and tables in a throwaway database. Returns the service's URL.
 * The passwords are public, so never use it for real data.
 */
export async function prepareThrowawayDatabase(
  adminUrl: string,
  service: ServiceName,
  migrations: Migrations,
): Promise<string> {
  await provisionService(adminUrl, service, PASSWORDS);
  const as = (user: string, password: string) =>
    Object.assign(new URL(adminUrl), { username: user, password }).href;
  await migrate(as(ownerRoleOf(service), PASSWORDS.owner), service, migrations);
  return as(appRoleOf(service), PASSWORDS.app);
}
