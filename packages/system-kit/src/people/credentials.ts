import { randomBytes } from 'node:crypto';

/** The default administrator of a new Florin in development mode. */
export const ADMIN = { email: 'admin@florin.local', password: 'florin-admin-pass' } as const;

/** A unique email address. */
export function newEmail(): string {
  return `${randomBytes(8).toString('hex')}@example.com`;
}

export function newPassword(): string {
  return `pass ${randomBytes(8).toString('hex')}`;
}
