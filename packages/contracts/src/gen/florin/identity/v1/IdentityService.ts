// Original file: ../../protos/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CheckApiKeyReply as _florin_identity_v1_CheckApiKeyReply, CheckApiKeyReply__Output as _florin_identity_v1_CheckApiKeyReply__Output } from '../../../florin/identity/v1/CheckApiKeyReply.ts';
import type { CheckApiKeyRequest as _florin_identity_v1_CheckApiKeyRequest, CheckApiKeyRequest__Output as _florin_identity_v1_CheckApiKeyRequest__Output } from '../../../florin/identity/v1/CheckApiKeyRequest.ts';
import type { CheckSessionReply as _florin_identity_v1_CheckSessionReply, CheckSessionReply__Output as _florin_identity_v1_CheckSessionReply__Output } from '../../../florin/identity/v1/CheckSessionReply.ts';
import type { CheckSessionRequest as _florin_identity_v1_CheckSessionRequest, CheckSessionRequest__Output as _florin_identity_v1_CheckSessionRequest__Output } from '../../../florin/identity/v1/CheckSessionRequest.ts';
import type { CloseAccountReply as _florin_identity_v1_CloseAccountReply, CloseAccountReply__Output as _florin_identity_v1_CloseAccountReply__Output } from '../../../florin/identity/v1/CloseAccountReply.ts';
import type { CloseAccountRequest as _florin_identity_v1_CloseAccountRequest, CloseAccountRequest__Output as _florin_identity_v1_CloseAccountRequest__Output } from '../../../florin/identity/v1/CloseAccountRequest.ts';
import type { ConfirmAccountEmailReply as _florin_identity_v1_ConfirmAccountEmailReply, ConfirmAccountEmailReply__Output as _florin_identity_v1_ConfirmAccountEmailReply__Output } from '../../../florin/identity/v1/ConfirmAccountEmailReply.ts';
import type { ConfirmAccountEmailRequest as _florin_identity_v1_ConfirmAccountEmailRequest, ConfirmAccountEmailRequest__Output as _florin_identity_v1_ConfirmAccountEmailRequest__Output } from '../../../florin/identity/v1/ConfirmAccountEmailRequest.ts';
import type { ConfirmOwnerReply as _florin_identity_v1_ConfirmOwnerReply, ConfirmOwnerReply__Output as _florin_identity_v1_ConfirmOwnerReply__Output } from '../../../florin/identity/v1/ConfirmOwnerReply.ts';
import type { ConfirmOwnerRequest as _florin_identity_v1_ConfirmOwnerRequest, ConfirmOwnerRequest__Output as _florin_identity_v1_ConfirmOwnerRequest__Output } from '../../../florin/identity/v1/ConfirmOwnerRequest.ts';
import type { EndLeaseReply as _florin_identity_v1_EndLeaseReply, EndLeaseReply__Output as _florin_identity_v1_EndLeaseReply__Output } from '../../../florin/identity/v1/EndLeaseReply.ts';
import type { EndLeaseRequest as _florin_identity_v1_EndLeaseRequest, EndLeaseRequest__Output as _florin_identity_v1_EndLeaseRequest__Output } from '../../../florin/identity/v1/EndLeaseRequest.ts';
import type { HashPasswordReply as _florin_identity_v1_HashPasswordReply, HashPasswordReply__Output as _florin_identity_v1_HashPasswordReply__Output } from '../../../florin/identity/v1/HashPasswordReply.ts';
import type { HashPasswordRequest as _florin_identity_v1_HashPasswordRequest, HashPasswordRequest__Output as _florin_identity_v1_HashPasswordRequest__Output } from '../../../florin/identity/v1/HashPasswordRequest.ts';
import type { ListSigningKeysReply as _florin_identity_v1_ListSigningKeysReply, ListSigningKeysReply__Output as _florin_identity_v1_ListSigningKeysReply__Output } from '../../../florin/identity/v1/ListSigningKeysReply.ts';
import type { ListSigningKeysRequest as _florin_identity_v1_ListSigningKeysRequest, ListSigningKeysRequest__Output as _florin_identity_v1_ListSigningKeysRequest__Output } from '../../../florin/identity/v1/ListSigningKeysRequest.ts';
import type { MakeConfirmationLinkReply as _florin_identity_v1_MakeConfirmationLinkReply, MakeConfirmationLinkReply__Output as _florin_identity_v1_MakeConfirmationLinkReply__Output } from '../../../florin/identity/v1/MakeConfirmationLinkReply.ts';
import type { MakeConfirmationLinkRequest as _florin_identity_v1_MakeConfirmationLinkRequest, MakeConfirmationLinkRequest__Output as _florin_identity_v1_MakeConfirmationLinkRequest__Output } from '../../../florin/identity/v1/MakeConfirmationLinkRequest.ts';
import type { RenewReply as _florin_identity_v1_RenewReply, RenewReply__Output as _florin_identity_v1_RenewReply__Output } from '../../../florin/identity/v1/RenewReply.ts';
import type { RenewRequest as _florin_identity_v1_RenewRequest, RenewRequest__Output as _florin_identity_v1_RenewRequest__Output } from '../../../florin/identity/v1/RenewRequest.ts';
import type { ReserveAccountEmailReply as _florin_identity_v1_ReserveAccountEmailReply, ReserveAccountEmailReply__Output as _florin_identity_v1_ReserveAccountEmailReply__Output } from '../../../florin/identity/v1/ReserveAccountEmailReply.ts';
import type { ReserveAccountEmailRequest as _florin_identity_v1_ReserveAccountEmailRequest, ReserveAccountEmailRequest__Output as _florin_identity_v1_ReserveAccountEmailRequest__Output } from '../../../florin/identity/v1/ReserveAccountEmailRequest.ts';
import type { ReserveOwnerReply as _florin_identity_v1_ReserveOwnerReply, ReserveOwnerReply__Output as _florin_identity_v1_ReserveOwnerReply__Output } from '../../../florin/identity/v1/ReserveOwnerReply.ts';
import type { ReserveOwnerRequest as _florin_identity_v1_ReserveOwnerRequest, ReserveOwnerRequest__Output as _florin_identity_v1_ReserveOwnerRequest__Output } from '../../../florin/identity/v1/ReserveOwnerRequest.ts';
import type { SetAccountAccessReply as _florin_identity_v1_SetAccountAccessReply, SetAccountAccessReply__Output as _florin_identity_v1_SetAccountAccessReply__Output } from '../../../florin/identity/v1/SetAccountAccessReply.ts';
import type { SetAccountAccessRequest as _florin_identity_v1_SetAccountAccessRequest, SetAccountAccessRequest__Output as _florin_identity_v1_SetAccountAccessRequest__Output } from '../../../florin/identity/v1/SetAccountAccessRequest.ts';

export interface IdentityServiceClient extends grpc.Client {
  CheckApiKey(argument: _florin_identity_v1_CheckApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CheckApiKeyReply__Output>): grpc.ClientUnaryCall;
  CheckApiKey(argument: _florin_identity_v1_CheckApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_CheckApiKeyReply__Output>): grpc.ClientUnaryCall;
  CheckApiKey(argument: _florin_identity_v1_CheckApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CheckApiKeyReply__Output>): grpc.ClientUnaryCall;
  CheckApiKey(argument: _florin_identity_v1_CheckApiKeyRequest, callback: grpc.requestCallback<_florin_identity_v1_CheckApiKeyReply__Output>): grpc.ClientUnaryCall;
  checkApiKey(argument: _florin_identity_v1_CheckApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CheckApiKeyReply__Output>): grpc.ClientUnaryCall;
  checkApiKey(argument: _florin_identity_v1_CheckApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_CheckApiKeyReply__Output>): grpc.ClientUnaryCall;
  checkApiKey(argument: _florin_identity_v1_CheckApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CheckApiKeyReply__Output>): grpc.ClientUnaryCall;
  checkApiKey(argument: _florin_identity_v1_CheckApiKeyRequest, callback: grpc.requestCallback<_florin_identity_v1_CheckApiKeyReply__Output>): grpc.ClientUnaryCall;
  
  CheckSession(argument: _florin_identity_v1_CheckSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CheckSessionReply__Output>): grpc.ClientUnaryCall;
  CheckSession(argument: _florin_identity_v1_CheckSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_CheckSessionReply__Output>): grpc.ClientUnaryCall;
  CheckSession(argument: _florin_identity_v1_CheckSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CheckSessionReply__Output>): grpc.ClientUnaryCall;
  CheckSession(argument: _florin_identity_v1_CheckSessionRequest, callback: grpc.requestCallback<_florin_identity_v1_CheckSessionReply__Output>): grpc.ClientUnaryCall;
  checkSession(argument: _florin_identity_v1_CheckSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CheckSessionReply__Output>): grpc.ClientUnaryCall;
  checkSession(argument: _florin_identity_v1_CheckSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_CheckSessionReply__Output>): grpc.ClientUnaryCall;
  checkSession(argument: _florin_identity_v1_CheckSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CheckSessionReply__Output>): grpc.ClientUnaryCall;
  checkSession(argument: _florin_identity_v1_CheckSessionRequest, callback: grpc.requestCallback<_florin_identity_v1_CheckSessionReply__Output>): grpc.ClientUnaryCall;
  
  CloseAccount(argument: _florin_identity_v1_CloseAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CloseAccountReply__Output>): grpc.ClientUnaryCall;
  CloseAccount(argument: _florin_identity_v1_CloseAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_CloseAccountReply__Output>): grpc.ClientUnaryCall;
  CloseAccount(argument: _florin_identity_v1_CloseAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CloseAccountReply__Output>): grpc.ClientUnaryCall;
  CloseAccount(argument: _florin_identity_v1_CloseAccountRequest, callback: grpc.requestCallback<_florin_identity_v1_CloseAccountReply__Output>): grpc.ClientUnaryCall;
  closeAccount(argument: _florin_identity_v1_CloseAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CloseAccountReply__Output>): grpc.ClientUnaryCall;
  closeAccount(argument: _florin_identity_v1_CloseAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_CloseAccountReply__Output>): grpc.ClientUnaryCall;
  closeAccount(argument: _florin_identity_v1_CloseAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_CloseAccountReply__Output>): grpc.ClientUnaryCall;
  closeAccount(argument: _florin_identity_v1_CloseAccountRequest, callback: grpc.requestCallback<_florin_identity_v1_CloseAccountReply__Output>): grpc.ClientUnaryCall;
  
  ConfirmAccountEmail(argument: _florin_identity_v1_ConfirmAccountEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ConfirmAccountEmailReply__Output>): grpc.ClientUnaryCall;
  ConfirmAccountEmail(argument: _florin_identity_v1_ConfirmAccountEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_ConfirmAccountEmailReply__Output>): grpc.ClientUnaryCall;
  ConfirmAccountEmail(argument: _florin_identity_v1_ConfirmAccountEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ConfirmAccountEmailReply__Output>): grpc.ClientUnaryCall;
  ConfirmAccountEmail(argument: _florin_identity_v1_ConfirmAccountEmailRequest, callback: grpc.requestCallback<_florin_identity_v1_ConfirmAccountEmailReply__Output>): grpc.ClientUnaryCall;
  confirmAccountEmail(argument: _florin_identity_v1_ConfirmAccountEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ConfirmAccountEmailReply__Output>): grpc.ClientUnaryCall;
  confirmAccountEmail(argument: _florin_identity_v1_ConfirmAccountEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_ConfirmAccountEmailReply__Output>): grpc.ClientUnaryCall;
  confirmAccountEmail(argument: _florin_identity_v1_ConfirmAccountEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ConfirmAccountEmailReply__Output>): grpc.ClientUnaryCall;
  confirmAccountEmail(argument: _florin_identity_v1_ConfirmAccountEmailRequest, callback: grpc.requestCallback<_florin_identity_v1_ConfirmAccountEmailReply__Output>): grpc.ClientUnaryCall;
  
  ConfirmOwner(argument: _florin_identity_v1_ConfirmOwnerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ConfirmOwnerReply__Output>): grpc.ClientUnaryCall;
  ConfirmOwner(argument: _florin_identity_v1_ConfirmOwnerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_ConfirmOwnerReply__Output>): grpc.ClientUnaryCall;
  ConfirmOwner(argument: _florin_identity_v1_ConfirmOwnerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ConfirmOwnerReply__Output>): grpc.ClientUnaryCall;
  ConfirmOwner(argument: _florin_identity_v1_ConfirmOwnerRequest, callback: grpc.requestCallback<_florin_identity_v1_ConfirmOwnerReply__Output>): grpc.ClientUnaryCall;
  confirmOwner(argument: _florin_identity_v1_ConfirmOwnerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ConfirmOwnerReply__Output>): grpc.ClientUnaryCall;
  confirmOwner(argument: _florin_identity_v1_ConfirmOwnerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_ConfirmOwnerReply__Output>): grpc.ClientUnaryCall;
  confirmOwner(argument: _florin_identity_v1_ConfirmOwnerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ConfirmOwnerReply__Output>): grpc.ClientUnaryCall;
  confirmOwner(argument: _florin_identity_v1_ConfirmOwnerRequest, callback: grpc.requestCallback<_florin_identity_v1_ConfirmOwnerReply__Output>): grpc.ClientUnaryCall;
  
  EndLease(argument: _florin_identity_v1_EndLeaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_EndLeaseReply__Output>): grpc.ClientUnaryCall;
  EndLease(argument: _florin_identity_v1_EndLeaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_EndLeaseReply__Output>): grpc.ClientUnaryCall;
  EndLease(argument: _florin_identity_v1_EndLeaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_EndLeaseReply__Output>): grpc.ClientUnaryCall;
  EndLease(argument: _florin_identity_v1_EndLeaseRequest, callback: grpc.requestCallback<_florin_identity_v1_EndLeaseReply__Output>): grpc.ClientUnaryCall;
  endLease(argument: _florin_identity_v1_EndLeaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_EndLeaseReply__Output>): grpc.ClientUnaryCall;
  endLease(argument: _florin_identity_v1_EndLeaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_EndLeaseReply__Output>): grpc.ClientUnaryCall;
  endLease(argument: _florin_identity_v1_EndLeaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_EndLeaseReply__Output>): grpc.ClientUnaryCall;
  endLease(argument: _florin_identity_v1_EndLeaseRequest, callback: grpc.requestCallback<_florin_identity_v1_EndLeaseReply__Output>): grpc.ClientUnaryCall;
  
  HashPassword(argument: _florin_identity_v1_HashPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_HashPasswordReply__Output>): grpc.ClientUnaryCall;
  HashPassword(argument: _florin_identity_v1_HashPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_HashPasswordReply__Output>): grpc.ClientUnaryCall;
  HashPassword(argument: _florin_identity_v1_HashPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_HashPasswordReply__Output>): grpc.ClientUnaryCall;
  HashPassword(argument: _florin_identity_v1_HashPasswordRequest, callback: grpc.requestCallback<_florin_identity_v1_HashPasswordReply__Output>): grpc.ClientUnaryCall;
  hashPassword(argument: _florin_identity_v1_HashPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_HashPasswordReply__Output>): grpc.ClientUnaryCall;
  hashPassword(argument: _florin_identity_v1_HashPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_HashPasswordReply__Output>): grpc.ClientUnaryCall;
  hashPassword(argument: _florin_identity_v1_HashPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_HashPasswordReply__Output>): grpc.ClientUnaryCall;
  hashPassword(argument: _florin_identity_v1_HashPasswordRequest, callback: grpc.requestCallback<_florin_identity_v1_HashPasswordReply__Output>): grpc.ClientUnaryCall;
  
  ListSigningKeys(argument: _florin_identity_v1_ListSigningKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ListSigningKeysReply__Output>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _florin_identity_v1_ListSigningKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_ListSigningKeysReply__Output>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _florin_identity_v1_ListSigningKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ListSigningKeysReply__Output>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _florin_identity_v1_ListSigningKeysRequest, callback: grpc.requestCallback<_florin_identity_v1_ListSigningKeysReply__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _florin_identity_v1_ListSigningKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ListSigningKeysReply__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _florin_identity_v1_ListSigningKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_ListSigningKeysReply__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _florin_identity_v1_ListSigningKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ListSigningKeysReply__Output>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _florin_identity_v1_ListSigningKeysRequest, callback: grpc.requestCallback<_florin_identity_v1_ListSigningKeysReply__Output>): grpc.ClientUnaryCall;
  
  MakeConfirmationLink(argument: _florin_identity_v1_MakeConfirmationLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_MakeConfirmationLinkReply__Output>): grpc.ClientUnaryCall;
  MakeConfirmationLink(argument: _florin_identity_v1_MakeConfirmationLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_MakeConfirmationLinkReply__Output>): grpc.ClientUnaryCall;
  MakeConfirmationLink(argument: _florin_identity_v1_MakeConfirmationLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_MakeConfirmationLinkReply__Output>): grpc.ClientUnaryCall;
  MakeConfirmationLink(argument: _florin_identity_v1_MakeConfirmationLinkRequest, callback: grpc.requestCallback<_florin_identity_v1_MakeConfirmationLinkReply__Output>): grpc.ClientUnaryCall;
  makeConfirmationLink(argument: _florin_identity_v1_MakeConfirmationLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_MakeConfirmationLinkReply__Output>): grpc.ClientUnaryCall;
  makeConfirmationLink(argument: _florin_identity_v1_MakeConfirmationLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_MakeConfirmationLinkReply__Output>): grpc.ClientUnaryCall;
  makeConfirmationLink(argument: _florin_identity_v1_MakeConfirmationLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_MakeConfirmationLinkReply__Output>): grpc.ClientUnaryCall;
  makeConfirmationLink(argument: _florin_identity_v1_MakeConfirmationLinkRequest, callback: grpc.requestCallback<_florin_identity_v1_MakeConfirmationLinkReply__Output>): grpc.ClientUnaryCall;
  
  Renew(argument: _florin_identity_v1_RenewRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_RenewReply__Output>): grpc.ClientUnaryCall;
  Renew(argument: _florin_identity_v1_RenewRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_RenewReply__Output>): grpc.ClientUnaryCall;
  Renew(argument: _florin_identity_v1_RenewRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_RenewReply__Output>): grpc.ClientUnaryCall;
  Renew(argument: _florin_identity_v1_RenewRequest, callback: grpc.requestCallback<_florin_identity_v1_RenewReply__Output>): grpc.ClientUnaryCall;
  renew(argument: _florin_identity_v1_RenewRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_RenewReply__Output>): grpc.ClientUnaryCall;
  renew(argument: _florin_identity_v1_RenewRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_RenewReply__Output>): grpc.ClientUnaryCall;
  renew(argument: _florin_identity_v1_RenewRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_RenewReply__Output>): grpc.ClientUnaryCall;
  renew(argument: _florin_identity_v1_RenewRequest, callback: grpc.requestCallback<_florin_identity_v1_RenewReply__Output>): grpc.ClientUnaryCall;
  
  ReserveAccountEmail(argument: _florin_identity_v1_ReserveAccountEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ReserveAccountEmailReply__Output>): grpc.ClientUnaryCall;
  ReserveAccountEmail(argument: _florin_identity_v1_ReserveAccountEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_ReserveAccountEmailReply__Output>): grpc.ClientUnaryCall;
  ReserveAccountEmail(argument: _florin_identity_v1_ReserveAccountEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ReserveAccountEmailReply__Output>): grpc.ClientUnaryCall;
  ReserveAccountEmail(argument: _florin_identity_v1_ReserveAccountEmailRequest, callback: grpc.requestCallback<_florin_identity_v1_ReserveAccountEmailReply__Output>): grpc.ClientUnaryCall;
  reserveAccountEmail(argument: _florin_identity_v1_ReserveAccountEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ReserveAccountEmailReply__Output>): grpc.ClientUnaryCall;
  reserveAccountEmail(argument: _florin_identity_v1_ReserveAccountEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_ReserveAccountEmailReply__Output>): grpc.ClientUnaryCall;
  reserveAccountEmail(argument: _florin_identity_v1_ReserveAccountEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ReserveAccountEmailReply__Output>): grpc.ClientUnaryCall;
  reserveAccountEmail(argument: _florin_identity_v1_ReserveAccountEmailRequest, callback: grpc.requestCallback<_florin_identity_v1_ReserveAccountEmailReply__Output>): grpc.ClientUnaryCall;
  
  ReserveOwner(argument: _florin_identity_v1_ReserveOwnerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ReserveOwnerReply__Output>): grpc.ClientUnaryCall;
  ReserveOwner(argument: _florin_identity_v1_ReserveOwnerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_ReserveOwnerReply__Output>): grpc.ClientUnaryCall;
  ReserveOwner(argument: _florin_identity_v1_ReserveOwnerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ReserveOwnerReply__Output>): grpc.ClientUnaryCall;
  ReserveOwner(argument: _florin_identity_v1_ReserveOwnerRequest, callback: grpc.requestCallback<_florin_identity_v1_ReserveOwnerReply__Output>): grpc.ClientUnaryCall;
  reserveOwner(argument: _florin_identity_v1_ReserveOwnerRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ReserveOwnerReply__Output>): grpc.ClientUnaryCall;
  reserveOwner(argument: _florin_identity_v1_ReserveOwnerRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_ReserveOwnerReply__Output>): grpc.ClientUnaryCall;
  reserveOwner(argument: _florin_identity_v1_ReserveOwnerRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_ReserveOwnerReply__Output>): grpc.ClientUnaryCall;
  reserveOwner(argument: _florin_identity_v1_ReserveOwnerRequest, callback: grpc.requestCallback<_florin_identity_v1_ReserveOwnerReply__Output>): grpc.ClientUnaryCall;
  
  SetAccountAccess(argument: _florin_identity_v1_SetAccountAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_SetAccountAccessReply__Output>): grpc.ClientUnaryCall;
  SetAccountAccess(argument: _florin_identity_v1_SetAccountAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_SetAccountAccessReply__Output>): grpc.ClientUnaryCall;
  SetAccountAccess(argument: _florin_identity_v1_SetAccountAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_SetAccountAccessReply__Output>): grpc.ClientUnaryCall;
  SetAccountAccess(argument: _florin_identity_v1_SetAccountAccessRequest, callback: grpc.requestCallback<_florin_identity_v1_SetAccountAccessReply__Output>): grpc.ClientUnaryCall;
  setAccountAccess(argument: _florin_identity_v1_SetAccountAccessRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_SetAccountAccessReply__Output>): grpc.ClientUnaryCall;
  setAccountAccess(argument: _florin_identity_v1_SetAccountAccessRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_florin_identity_v1_SetAccountAccessReply__Output>): grpc.ClientUnaryCall;
  setAccountAccess(argument: _florin_identity_v1_SetAccountAccessRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_florin_identity_v1_SetAccountAccessReply__Output>): grpc.ClientUnaryCall;
  setAccountAccess(argument: _florin_identity_v1_SetAccountAccessRequest, callback: grpc.requestCallback<_florin_identity_v1_SetAccountAccessReply__Output>): grpc.ClientUnaryCall;
  
}

export interface IdentityServiceHandlers extends grpc.UntypedServiceImplementation {
  CheckApiKey: grpc.handleUnaryCall<_florin_identity_v1_CheckApiKeyRequest__Output, _florin_identity_v1_CheckApiKeyReply>;
  
  CheckSession: grpc.handleUnaryCall<_florin_identity_v1_CheckSessionRequest__Output, _florin_identity_v1_CheckSessionReply>;
  
  CloseAccount: grpc.handleUnaryCall<_florin_identity_v1_CloseAccountRequest__Output, _florin_identity_v1_CloseAccountReply>;
  
  ConfirmAccountEmail: grpc.handleUnaryCall<_florin_identity_v1_ConfirmAccountEmailRequest__Output, _florin_identity_v1_ConfirmAccountEmailReply>;
  
  ConfirmOwner: grpc.handleUnaryCall<_florin_identity_v1_ConfirmOwnerRequest__Output, _florin_identity_v1_ConfirmOwnerReply>;
  
  EndLease: grpc.handleUnaryCall<_florin_identity_v1_EndLeaseRequest__Output, _florin_identity_v1_EndLeaseReply>;
  
  HashPassword: grpc.handleUnaryCall<_florin_identity_v1_HashPasswordRequest__Output, _florin_identity_v1_HashPasswordReply>;
  
  ListSigningKeys: grpc.handleUnaryCall<_florin_identity_v1_ListSigningKeysRequest__Output, _florin_identity_v1_ListSigningKeysReply>;
  
  MakeConfirmationLink: grpc.handleUnaryCall<_florin_identity_v1_MakeConfirmationLinkRequest__Output, _florin_identity_v1_MakeConfirmationLinkReply>;
  
  Renew: grpc.handleUnaryCall<_florin_identity_v1_RenewRequest__Output, _florin_identity_v1_RenewReply>;
  
  ReserveAccountEmail: grpc.handleUnaryCall<_florin_identity_v1_ReserveAccountEmailRequest__Output, _florin_identity_v1_ReserveAccountEmailReply>;
  
  ReserveOwner: grpc.handleUnaryCall<_florin_identity_v1_ReserveOwnerRequest__Output, _florin_identity_v1_ReserveOwnerReply>;
  
  SetAccountAccess: grpc.handleUnaryCall<_florin_identity_v1_SetAccountAccessRequest__Output, _florin_identity_v1_SetAccountAccessReply>;
  
}

export interface IdentityServiceDefinition extends grpc.ServiceDefinition {
  CheckApiKey: MethodDefinition<_florin_identity_v1_CheckApiKeyRequest, _florin_identity_v1_CheckApiKeyReply, _florin_identity_v1_CheckApiKeyRequest__Output, _florin_identity_v1_CheckApiKeyReply__Output>
  CheckSession: MethodDefinition<_florin_identity_v1_CheckSessionRequest, _florin_identity_v1_CheckSessionReply, _florin_identity_v1_CheckSessionRequest__Output, _florin_identity_v1_CheckSessionReply__Output>
  CloseAccount: MethodDefinition<_florin_identity_v1_CloseAccountRequest, _florin_identity_v1_CloseAccountReply, _florin_identity_v1_CloseAccountRequest__Output, _florin_identity_v1_CloseAccountReply__Output>
  ConfirmAccountEmail: MethodDefinition<_florin_identity_v1_ConfirmAccountEmailRequest, _florin_identity_v1_ConfirmAccountEmailReply, _florin_identity_v1_ConfirmAccountEmailRequest__Output, _florin_identity_v1_ConfirmAccountEmailReply__Output>
  ConfirmOwner: MethodDefinition<_florin_identity_v1_ConfirmOwnerRequest, _florin_identity_v1_ConfirmOwnerReply, _florin_identity_v1_ConfirmOwnerRequest__Output, _florin_identity_v1_ConfirmOwnerReply__Output>
  EndLease: MethodDefinition<_florin_identity_v1_EndLeaseRequest, _florin_identity_v1_EndLeaseReply, _florin_identity_v1_EndLeaseRequest__Output, _florin_identity_v1_EndLeaseReply__Output>
  HashPassword: MethodDefinition<_florin_identity_v1_HashPasswordRequest, _florin_identity_v1_HashPasswordReply, _florin_identity_v1_HashPasswordRequest__Output, _florin_identity_v1_HashPasswordReply__Output>
  ListSigningKeys: MethodDefinition<_florin_identity_v1_ListSigningKeysRequest, _florin_identity_v1_ListSigningKeysReply, _florin_identity_v1_ListSigningKeysRequest__Output, _florin_identity_v1_ListSigningKeysReply__Output>
  MakeConfirmationLink: MethodDefinition<_florin_identity_v1_MakeConfirmationLinkRequest, _florin_identity_v1_MakeConfirmationLinkReply, _florin_identity_v1_MakeConfirmationLinkRequest__Output, _florin_identity_v1_MakeConfirmationLinkReply__Output>
  Renew: MethodDefinition<_florin_identity_v1_RenewRequest, _florin_identity_v1_RenewReply, _florin_identity_v1_RenewRequest__Output, _florin_identity_v1_RenewReply__Output>
  ReserveAccountEmail: MethodDefinition<_florin_identity_v1_ReserveAccountEmailRequest, _florin_identity_v1_ReserveAccountEmailReply, _florin_identity_v1_ReserveAccountEmailRequest__Output, _florin_identity_v1_ReserveAccountEmailReply__Output>
  ReserveOwner: MethodDefinition<_florin_identity_v1_ReserveOwnerRequest, _florin_identity_v1_ReserveOwnerReply, _florin_identity_v1_ReserveOwnerRequest__Output, _florin_identity_v1_ReserveOwnerReply__Output>
  SetAccountAccess: MethodDefinition<_florin_identity_v1_SetAccountAccessRequest, _florin_identity_v1_SetAccountAccessReply, _florin_identity_v1_SetAccountAccessRequest__Output, _florin_identity_v1_SetAccountAccessReply__Output>
}
