import { grpcServices } from '@florin/contracts/protos';
import { type RpcService, rpcService } from '@florin/grpc';
import { accountRpcs } from './accounts/rpcs.ts';
import { apiKeyRpcs } from './api-keys/rpcs.ts';
import type { Deps } from './deps.ts';
import { emailConfirmationRpcs } from './email-confirmations/rpcs.ts';
import { revocationRpcs } from './revocations/rpcs.ts';
import { sessionRpcs } from './sessions/rpcs.ts';

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
