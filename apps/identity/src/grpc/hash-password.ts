import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';

export const hashPasswordRpc =
  ({ hashPassword }: Operations): IdentityRpcs['HashPassword'] =>
  async ({ password }) => ({ passwordHash: await hashPassword(password) });
