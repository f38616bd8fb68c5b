import { pathToFileURL } from 'node:url';
import { z } from 'zod';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

type IsAdminPassword = (database: object, admin: Credentials) => Promise<boolean>;

const checkSchema = z.object({
  isAdminPassword: z.custom<IsAdminPassword>((check) => typeof check === 'function'),
});

/**
 * Whether an administrator logs in so, by identity's own code and database, in this process: nothing
 * is sent to whoever listens at a port. Where that cannot be found out, nobody is told a password.
 */
export async function checkAdmin(
  file: string,
  databaseUrl: string | undefined,
  admin: Credentials,
): Promise<boolean> {
  if (databaseUrl === undefined) return false;
  try {
    const { isAdminPassword } = checkSchema.parse(await import(pathToFileURL(file).href));
    return await isAdminPassword({ url: databaseUrl, poolSizeMax: 1 }, admin);
  } catch {
    return false;
  }
}
