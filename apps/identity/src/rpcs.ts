import { grpcServices } from '@florin/contracts/protos';
import { type RpcService, rpcService } from '@florin/grpc';
import { accountRpcs } from './accounts/rpcs.ts';
import { apiKeyRpcs } from './api-keys/rpcs.ts';
import { sessionRpcs } from './credentials/sessions/rpcs.ts';
import type { Deps } from './deps.ts';
import { emailConfirmationRpcs } from './mail-links/rpcs.ts';
import { revocationRpcs } from './revocations/rpcs.ts';

/** RPCs of this service. */
export const identityRpcs = (deps: Deps): RpcService =>
  rpcService(grpcServices.identity.service, {
    ...accountRpcs(deps),
    ...sessionRpcs(deps),
    ...apiKeyRpcs(deps),
    ...emailConfirmationRpcs(deps),
    ...revocationRpcs(deps),
    HashPassword: async ({ password }) => ({ passwordHash: await deps.passwords.hash(password) }),
    ListSigningKeys: async () => ({
      jwks: JSON.stringify({ keys: await deps.signingKeys.listPublicKeys() }),
    }),
  });
