import { createHash } from 'node:crypto';
import { compareSync, hashSync } from 'bcryptjs';

export interface HashTask {
  readonly password: string;
  readonly cost: number;
}

export interface CompareTask {
  readonly password: string;
  readonly passwordHash: string;
}

/** Runs on a worker thread: hashing keeps a core busy for tens of milliseconds. */
export function hashPassword({ password, cost }: HashTask): string {
  return hashSync(digestOf(password), cost);
}

export function comparePassword({ password, passwordHash }: CompareTask): boolean {
  return compareSync(digestOf(password), passwordHash);
}

/**
 * bcrypt reads 72 bytes and stops at NUL; the base64 of a SHA-384 is 64 characters of ASCII. NFKC,
 * since keyboards differ in how they compose the same characters.
 */
function digestOf(password: string): string {
  return createHash('sha384').update(password.normalize('NFKC')).digest('base64');
}
