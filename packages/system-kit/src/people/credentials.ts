import { randomBytes } from 'node:crypto';

/** The administrator that every new Florin in development mode has. */
export const ADMIN = { email: 'admin@florin.local', password: 'florin-admin-pass' } as const;

/** An address that no other person of this run has. */
export function newEmail(): string {
  return `${randomBytes(8).toString('hex')}@example.com`;
}

export function newPassword(): string {
  return `pass ${randomBytes(8).toString('hex')}`;
}
