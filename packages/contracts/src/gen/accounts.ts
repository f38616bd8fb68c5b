import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Account as _florin_accounts_v1_Account, Account__Output as _florin_accounts_v1_Account__Output } from './florin/accounts/v1/Account.ts';
import type { AccountsServiceClient as _florin_accounts_v1_AccountsServiceClient, AccountsServiceDefinition as _florin_accounts_v1_AccountsServiceDefinition } from './florin/accounts/v1/AccountsService.ts';
import type { GetAccountRequest as _florin_accounts_v1_GetAccountRequest, GetAccountRequest__Output as _florin_accounts_v1_GetAccountRequest__Output } from './florin/accounts/v1/GetAccountRequest.ts';
import type { GetPlatformAccountRequest as _florin_accounts_v1_GetPlatformAccountRequest, GetPlatformAccountRequest__Output as _florin_accounts_v1_GetPlatformAccountRequest__Output } from './florin/accounts/v1/GetPlatformAccountRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    accounts: {
      v1: {
        Account: MessageTypeDefinition<_florin_accounts_v1_Account, _florin_accounts_v1_Account__Output>
        AccountsService: SubtypeConstructor<typeof grpc.Client, _florin_accounts_v1_AccountsServiceClient> & { service: _florin_accounts_v1_AccountsServiceDefinition }
        GetAccountRequest: MessageTypeDefinition<_florin_accounts_v1_GetAccountRequest, _florin_accounts_v1_GetAccountRequest__Output>
        GetPlatformAccountRequest: MessageTypeDefinition<_florin_accounts_v1_GetPlatformAccountRequest, _florin_accounts_v1_GetPlatformAccountRequest__Output>
      }
    }
  }
}

