import { grpcServices } from '@florin/contracts/protos';
import { type RpcService, rpcService } from '@florin/grpc';
import type { Operations } from '../operations/operations.ts';
import { checkSessionRpc } from './check-session.ts';
import { confirmOwnerRpc } from './confirm-owner.ts';
import { hashPasswordRpc } from './hash-password.ts';
import { listSigningKeysRpc } from './list-signing-keys.ts';
import { reserveOwnerRpc } from './reserve-owner.ts';

/** What this service does for others. */
export const makeRpcs = (operations: Operations): RpcService =>
  rpcService(grpcServices.identity.service, {
    HashPassword: hashPasswordRpc(operations),
    ReserveOwner: reserveOwnerRpc(operations),
    ConfirmOwner: confirmOwnerRpc(operations),
    CheckSession: checkSessionRpc(operations),
    ListSigningKeys: listSigningKeysRpc(operations),
  });
