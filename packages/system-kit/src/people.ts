import { randomBytes } from 'node:crypto';

export function newEmail(): string {
  return `${randomBytes(8).toString('hex')}@example.com`;
}

export function newPassword(): string {
  return `pass ${randomBytes(8).toString('hex')}`;
}
