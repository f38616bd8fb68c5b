import { pathToFileURL } from 'node:url';
import { z } from 'zod';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

type MakeAdminLink = (database: object, admin: Credentials) => Promise<string | undefined>;

const checkSchema = z.object({
  makeAdminLink: z.custom<MakeAdminLink>((make) => typeof make === 'function'),
});

/**
 * Creates the administrator's login link in this process, from identity's code and database, so
 * that no server receives the password. Undefined if the password is wrong or cannot be checked.
 */
export async function makeAdminLink(
  file: string,
  databaseUrl: string | undefined,
  admin: Credentials,
): Promise<string | undefined> {
  if (databaseUrl === undefined) return undefined;
  try {
    const identity = checkSchema.parse(await import(pathToFileURL(file).href));
    return await identity.makeAdminLink({ url: databaseUrl, poolSizeMax: 1 }, admin);
  } catch {
    return undefined;
  }
}
