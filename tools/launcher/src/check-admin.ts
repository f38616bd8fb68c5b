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
 * What logs an administrator in once, by identity's own code and database, in this process: nothing
 * is sent to whoever listens at a port. Undefined where they do not log in by what is set, or where
 * that cannot be found out: nobody is told a password then.
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
