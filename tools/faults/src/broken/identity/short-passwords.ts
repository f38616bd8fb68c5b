import {
  type PasswordHasher,
  startPasswordHasher as start,
} from '../../../../../apps/identity/src/passwords/hasher.ts';

export type { PasswordHasher };

/** What bcrypt reads of a password. */
const BYTES_READ = 72;

/** Compares as many bytes of a password as bcrypt by itself does. */
export const startPasswordHasher: typeof start = async (config) => {
  const hasher = await start(config);
  return {
    ...hasher,
    hash: (password) => hasher.hash(shorten(password)),
    matches: (password, passwordHash) => hasher.matches(shorten(password), passwordHash),
  };
};

function shorten(password: string): string {
  return Buffer.from(password).subarray(0, BYTES_READ).toString('latin1');
}
