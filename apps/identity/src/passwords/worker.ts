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

/** Runs on a worker thread, because hashing takes tens of milliseconds of CPU time. */
export function hashPassword({ password, cost }: HashTask): string {
  return hashSync(digestOf(password), cost);
}

export function comparePassword({ password, passwordHash }: CompareTask): boolean {
  return compareSync(digestOf(password), passwordHash);
}

/**
 * bcrypt reads 72 bytes and stops at NUL, so it gets the base64 SHA-384 (64 ASCII characters).
 * NFKC, because keyboards compose the same characters differently.
 */
function digestOf(password: string): string {
  return createHash('sha384').update(password.normalize('NFKC')).digest('base64');
}
