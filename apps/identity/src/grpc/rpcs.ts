import { grpcServices } from '@florin/contracts/protos';
import { type RpcService, rpcService } from '@florin/grpc';
import type { Operations } from '../operations/operations.ts';
import { checkApiKeyRpc } from './check-api-key.ts';
import { checkSessionRpc } from './check-session.ts';
import { closeAccountRpc } from './close-account.ts';
import { confirmAccountEmailRpc } from './confirm-account-email.ts';
import { confirmOwnerRpc } from './confirm-owner.ts';
import { endLeaseRpc } from './end-lease.ts';
import { hashPasswordRpc } from './hash-password.ts';
import { listSigningKeysRpc } from './list-signing-keys.ts';
import { renewRpc } from './renew.ts';
import { reserveAccountEmailRpc } from './reserve-account-email.ts';
import { reserveOwnerRpc } from './reserve-owner.ts';
import { setAccountAccessRpc } from './set-account-access.ts';

/** What this service does for others. */
export const makeRpcs = (operations: Operations): RpcService =>
  rpcService(grpcServices.identity.service, {
    HashPassword: hashPasswordRpc(operations),
    ReserveOwner: reserveOwnerRpc(operations),
    ConfirmOwner: confirmOwnerRpc(operations),
    CloseAccount: closeAccountRpc(operations),
    ConfirmAccountEmail: confirmAccountEmailRpc(operations),
    ReserveAccountEmail: reserveAccountEmailRpc(operations),
    SetAccountAccess: setAccountAccessRpc(operations),
    CheckApiKey: checkApiKeyRpc(operations),
    CheckSession: checkSessionRpc(operations),
    Renew: renewRpc(operations),
    EndLease: endLeaseRpc(operations),
    ListSigningKeys: listSigningKeysRpc(operations),
  });
