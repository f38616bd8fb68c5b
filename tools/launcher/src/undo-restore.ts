import { serviceNames } from '@florin/contracts';
import { appRoleOf, ownerRoleOf } from '@florin/database';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';

const ROLES = serviceNames.flatMap((service) => [appRoleOf(service), ownerRoleOf(service)]);

/**
 * Notes which schemas and roles of the services a Postgres has. The function that it returns removes
 * those that came later, and gives the others their former passwords: roles belong to all databases.
 * @param databaseUrl of a superuser
 */
export async function noteExisting(databaseUrl: string): Promise<() => Promise<void>> {
  const before = await withClient(databaseUrl, async (client) => ({
    roles: await readRoles(client),
    schemas: await readSchemas(client),
  }));
  return () =>
    withClient(databaseUrl, async (client) => {
      await client.query('begin');
      // Without CASCADE, objects of others stay and fail the drop.
      for (const schema of await readSchemas(client))
        if (!before.schemas.has(schema))
          await client.query(`drop schema ${escapeIdentifier(schema)}`);
      for (const [role] of await readRoles(client)) {
        const name = escapeIdentifier(role);
        const password = before.roles.get(role);
        if (password === undefined) {
          await client.query(`drop owned by ${name}`);
          await client.query(`drop role ${name}`);
        } else {
          // A verifier is stored as it is given.
          const text = password === null ? 'null' : escapeLiteral(password);
          await client.query(`alter role ${name} password ${text}`);
        }
      }
      await client.query('commit');
    });
}

/** Password verifiers by role; null without a password. */
async function readRoles(client: Client): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await client.query<{ name: string; password: string | null }>(
    'select rolname as name, rolpassword as password from pg_authid where rolname = any($1)',
    [ROLES],
  );
  return new Map(rows.map(({ name, password }) => [name, password]));
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
