import type { Operations } from '../operations/operations.ts';
import type { IdentityRpcs } from './identity-rpcs.ts';

export const listSigningKeysRpc =
  ({ listPublicKeys }: Operations): IdentityRpcs['ListSigningKeys'] =>
  async () => ({ jwks: JSON.stringify({ keys: await listPublicKeys() }) });
