import { serviceNames } from '@florin/contracts';
import { appRolesOf, ownerRoleOf } from '@florin/database';
import { Client, escapeIdentifier } from 'pg';

const ROLES = serviceNames.flatMap((service) => [...appRolesOf(service), ownerRoleOf(service)]);

/** Existing roles of the services on a Postgres server, which all of its databases share. */
export async function findRoles(databaseUrl: string): Promise<readonly string[]> {
  return withClient(databaseUrl, async (client) => [...(await readRoles(client))]);
}

/**
 * Notes the services' existing schemas and roles. The returned function removes later ones.
 * @param databaseUrl of a superuser, or of the provisioning role
 */
export async function noteExisting(databaseUrl: string): Promise<() => Promise<void>> {
  const before = await withClient(databaseUrl, async (client) => ({
    roles: await readRoles(client),
    schemas: await readSchemas(client),
  }));
  return () =>
    withClient(databaseUrl, async (client) => {
      const { rowCount: isSuperuser } = await client.query(
        'select from pg_roles where rolname = current_user and rolsuper',
      );
      await client.query('begin');
      // Without CASCADE, foreign objects stay and fail the drop.
      for (const schema of await readSchemas(client))
        if (!before.schemas.has(schema))
          await client.query(`drop schema ${escapeIdentifier(schema)}`);
      for (const role of await readRoles(client)) {
        if (before.roles.has(role)) continue;
        const name = escapeIdentifier(role);
        // DROP OWNED requires membership in the role, except for a superuser.
        if (!isSuperuser) await client.query(`grant ${name} to current_user`);
        await client.query(`drop owned by ${name}`);
        await client.query(`drop role ${name}`);
      }
      await client.query('commit');
    });
}

async function readRoles(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1) order by rolname',
    [ROLES],
  );
  return new Set(rows.map(({ name }) => name));
}

async function readSchemas(client: Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any($1)',
    [serviceNames],
  );
  return new Set(rows.map(({ name }) => name));
}

async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
