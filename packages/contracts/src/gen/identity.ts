import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CheckApiKeyReply as _florin_identity_v1_CheckApiKeyReply, CheckApiKeyReply__Output as _florin_identity_v1_CheckApiKeyReply__Output } from './florin/identity/v1/CheckApiKeyReply.ts';
import type { CheckApiKeyRequest as _florin_identity_v1_CheckApiKeyRequest, CheckApiKeyRequest__Output as _florin_identity_v1_CheckApiKeyRequest__Output } from './florin/identity/v1/CheckApiKeyRequest.ts';
import type { CheckSessionReply as _florin_identity_v1_CheckSessionReply, CheckSessionReply__Output as _florin_identity_v1_CheckSessionReply__Output } from './florin/identity/v1/CheckSessionReply.ts';
import type { CheckSessionRequest as _florin_identity_v1_CheckSessionRequest, CheckSessionRequest__Output as _florin_identity_v1_CheckSessionRequest__Output } from './florin/identity/v1/CheckSessionRequest.ts';
import type { CloseAccountReply as _florin_identity_v1_CloseAccountReply, CloseAccountReply__Output as _florin_identity_v1_CloseAccountReply__Output } from './florin/identity/v1/CloseAccountReply.ts';
import type { CloseAccountRequest as _florin_identity_v1_CloseAccountRequest, CloseAccountRequest__Output as _florin_identity_v1_CloseAccountRequest__Output } from './florin/identity/v1/CloseAccountRequest.ts';
import type { ConfirmAccountEmailReply as _florin_identity_v1_ConfirmAccountEmailReply, ConfirmAccountEmailReply__Output as _florin_identity_v1_ConfirmAccountEmailReply__Output } from './florin/identity/v1/ConfirmAccountEmailReply.ts';
import type { ConfirmAccountEmailRequest as _florin_identity_v1_ConfirmAccountEmailRequest, ConfirmAccountEmailRequest__Output as _florin_identity_v1_ConfirmAccountEmailRequest__Output } from './florin/identity/v1/ConfirmAccountEmailRequest.ts';
import type { ConfirmOwnerReply as _florin_identity_v1_ConfirmOwnerReply, ConfirmOwnerReply__Output as _florin_identity_v1_ConfirmOwnerReply__Output } from './florin/identity/v1/ConfirmOwnerReply.ts';
import type { ConfirmOwnerRequest as _florin_identity_v1_ConfirmOwnerRequest, ConfirmOwnerRequest__Output as _florin_identity_v1_ConfirmOwnerRequest__Output } from './florin/identity/v1/ConfirmOwnerRequest.ts';
import type { EndLeaseReply as _florin_identity_v1_EndLeaseReply, EndLeaseReply__Output as _florin_identity_v1_EndLeaseReply__Output } from './florin/identity/v1/EndLeaseReply.ts';
import type { EndLeaseRequest as _florin_identity_v1_EndLeaseRequest, EndLeaseRequest__Output as _florin_identity_v1_EndLeaseRequest__Output } from './florin/identity/v1/EndLeaseRequest.ts';
import type { HashPasswordReply as _florin_identity_v1_HashPasswordReply, HashPasswordReply__Output as _florin_identity_v1_HashPasswordReply__Output } from './florin/identity/v1/HashPasswordReply.ts';
import type { HashPasswordRequest as _florin_identity_v1_HashPasswordRequest, HashPasswordRequest__Output as _florin_identity_v1_HashPasswordRequest__Output } from './florin/identity/v1/HashPasswordRequest.ts';
import type { IdentityServiceClient as _florin_identity_v1_IdentityServiceClient, IdentityServiceDefinition as _florin_identity_v1_IdentityServiceDefinition } from './florin/identity/v1/IdentityService.ts';
import type { ListSigningKeysReply as _florin_identity_v1_ListSigningKeysReply, ListSigningKeysReply__Output as _florin_identity_v1_ListSigningKeysReply__Output } from './florin/identity/v1/ListSigningKeysReply.ts';
import type { ListSigningKeysRequest as _florin_identity_v1_ListSigningKeysRequest, ListSigningKeysRequest__Output as _florin_identity_v1_ListSigningKeysRequest__Output } from './florin/identity/v1/ListSigningKeysRequest.ts';
import type { MakeConfirmationLinkReply as _florin_identity_v1_MakeConfirmationLinkReply, MakeConfirmationLinkReply__Output as _florin_identity_v1_MakeConfirmationLinkReply__Output } from './florin/identity/v1/MakeConfirmationLinkReply.ts';
import type { MakeConfirmationLinkRequest as _florin_identity_v1_MakeConfirmationLinkRequest, MakeConfirmationLinkRequest__Output as _florin_identity_v1_MakeConfirmationLinkRequest__Output } from './florin/identity/v1/MakeConfirmationLinkRequest.ts';
import type { RenewReply as _florin_identity_v1_RenewReply, RenewReply__Output as _florin_identity_v1_RenewReply__Output } from './florin/identity/v1/RenewReply.ts';
import type { RenewRequest as _florin_identity_v1_RenewRequest, RenewRequest__Output as _florin_identity_v1_RenewRequest__Output } from './florin/identity/v1/RenewRequest.ts';
import type { ReserveAccountEmailReply as _florin_identity_v1_ReserveAccountEmailReply, ReserveAccountEmailReply__Output as _florin_identity_v1_ReserveAccountEmailReply__Output } from './florin/identity/v1/ReserveAccountEmailReply.ts';
import type { ReserveAccountEmailRequest as _florin_identity_v1_ReserveAccountEmailRequest, ReserveAccountEmailRequest__Output as _florin_identity_v1_ReserveAccountEmailRequest__Output } from './florin/identity/v1/ReserveAccountEmailRequest.ts';
import type { ReserveOwnerReply as _florin_identity_v1_ReserveOwnerReply, ReserveOwnerReply__Output as _florin_identity_v1_ReserveOwnerReply__Output } from './florin/identity/v1/ReserveOwnerReply.ts';
import type { ReserveOwnerRequest as _florin_identity_v1_ReserveOwnerRequest, ReserveOwnerRequest__Output as _florin_identity_v1_ReserveOwnerRequest__Output } from './florin/identity/v1/ReserveOwnerRequest.ts';
import type { Revocation as _florin_identity_v1_Revocation, Revocation__Output as _florin_identity_v1_Revocation__Output } from './florin/identity/v1/Revocation.ts';
import type { SetAccountAccessReply as _florin_identity_v1_SetAccountAccessReply, SetAccountAccessReply__Output as _florin_identity_v1_SetAccountAccessReply__Output } from './florin/identity/v1/SetAccountAccessReply.ts';
import type { SetAccountAccessRequest as _florin_identity_v1_SetAccountAccessRequest, SetAccountAccessRequest__Output as _florin_identity_v1_SetAccountAccessRequest__Output } from './florin/identity/v1/SetAccountAccessRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    identity: {
      v1: {
        CheckApiKeyReply: MessageTypeDefinition<_florin_identity_v1_CheckApiKeyReply, _florin_identity_v1_CheckApiKeyReply__Output>
        CheckApiKeyRequest: MessageTypeDefinition<_florin_identity_v1_CheckApiKeyRequest, _florin_identity_v1_CheckApiKeyRequest__Output>
        CheckSessionReply: MessageTypeDefinition<_florin_identity_v1_CheckSessionReply, _florin_identity_v1_CheckSessionReply__Output>
        CheckSessionRequest: MessageTypeDefinition<_florin_identity_v1_CheckSessionRequest, _florin_identity_v1_CheckSessionRequest__Output>
        CloseAccountReply: MessageTypeDefinition<_florin_identity_v1_CloseAccountReply, _florin_identity_v1_CloseAccountReply__Output>
        CloseAccountRequest: MessageTypeDefinition<_florin_identity_v1_CloseAccountRequest, _florin_identity_v1_CloseAccountRequest__Output>
        ConfirmAccountEmailReply: MessageTypeDefinition<_florin_identity_v1_ConfirmAccountEmailReply, _florin_identity_v1_ConfirmAccountEmailReply__Output>
        ConfirmAccountEmailRequest: MessageTypeDefinition<_florin_identity_v1_ConfirmAccountEmailRequest, _florin_identity_v1_ConfirmAccountEmailRequest__Output>
        ConfirmOwnerReply: MessageTypeDefinition<_florin_identity_v1_ConfirmOwnerReply, _florin_identity_v1_ConfirmOwnerReply__Output>
        ConfirmOwnerRequest: MessageTypeDefinition<_florin_identity_v1_ConfirmOwnerRequest, _florin_identity_v1_ConfirmOwnerRequest__Output>
        EndLeaseReply: MessageTypeDefinition<_florin_identity_v1_EndLeaseReply, _florin_identity_v1_EndLeaseReply__Output>
        EndLeaseRequest: MessageTypeDefinition<_florin_identity_v1_EndLeaseRequest, _florin_identity_v1_EndLeaseRequest__Output>
        HashPasswordReply: MessageTypeDefinition<_florin_identity_v1_HashPasswordReply, _florin_identity_v1_HashPasswordReply__Output>
        HashPasswordRequest: MessageTypeDefinition<_florin_identity_v1_HashPasswordRequest, _florin_identity_v1_HashPasswordRequest__Output>
        IdentityService: SubtypeConstructor<typeof grpc.Client, _florin_identity_v1_IdentityServiceClient> & { service: _florin_identity_v1_IdentityServiceDefinition }
        ListSigningKeysReply: MessageTypeDefinition<_florin_identity_v1_ListSigningKeysReply, _florin_identity_v1_ListSigningKeysReply__Output>
        ListSigningKeysRequest: MessageTypeDefinition<_florin_identity_v1_ListSigningKeysRequest, _florin_identity_v1_ListSigningKeysRequest__Output>
        MakeConfirmationLinkReply: MessageTypeDefinition<_florin_identity_v1_MakeConfirmationLinkReply, _florin_identity_v1_MakeConfirmationLinkReply__Output>
        MakeConfirmationLinkRequest: MessageTypeDefinition<_florin_identity_v1_MakeConfirmationLinkRequest, _florin_identity_v1_MakeConfirmationLinkRequest__Output>
        RenewReply: MessageTypeDefinition<_florin_identity_v1_RenewReply, _florin_identity_v1_RenewReply__Output>
        RenewRequest: MessageTypeDefinition<_florin_identity_v1_RenewRequest, _florin_identity_v1_RenewRequest__Output>
        ReserveAccountEmailReply: MessageTypeDefinition<_florin_identity_v1_ReserveAccountEmailReply, _florin_identity_v1_ReserveAccountEmailReply__Output>
        ReserveAccountEmailRequest: MessageTypeDefinition<_florin_identity_v1_ReserveAccountEmailRequest, _florin_identity_v1_ReserveAccountEmailRequest__Output>
        ReserveOwnerReply: MessageTypeDefinition<_florin_identity_v1_ReserveOwnerReply, _florin_identity_v1_ReserveOwnerReply__Output>
        ReserveOwnerRequest: MessageTypeDefinition<_florin_identity_v1_ReserveOwnerRequest, _florin_identity_v1_ReserveOwnerRequest__Output>
        Revocation: MessageTypeDefinition<_florin_identity_v1_Revocation, _florin_identity_v1_Revocation__Output>
        SetAccountAccessReply: MessageTypeDefinition<_florin_identity_v1_SetAccountAccessReply, _florin_identity_v1_SetAccountAccessReply__Output>
        SetAccountAccessRequest: MessageTypeDefinition<_florin_identity_v1_SetAccountAccessRequest, _florin_identity_v1_SetAccountAccessRequest__Output>
      }
    }
  }
}

