import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ListCustomerDataReply as _florin_webhooks_v1_ListCustomerDataReply, ListCustomerDataReply__Output as _florin_webhooks_v1_ListCustomerDataReply__Output } from './florin/webhooks/v1/ListCustomerDataReply.ts';
import type { ListCustomerDataRequest as _florin_webhooks_v1_ListCustomerDataRequest, ListCustomerDataRequest__Output as _florin_webhooks_v1_ListCustomerDataRequest__Output } from './florin/webhooks/v1/ListCustomerDataRequest.ts';
import type { LogServiceClient as _florin_webhooks_v1_LogServiceClient, LogServiceDefinition as _florin_webhooks_v1_LogServiceDefinition } from './florin/webhooks/v1/LogService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    webhooks: {
      v1: {
        ListCustomerDataReply: MessageTypeDefinition<_florin_webhooks_v1_ListCustomerDataReply, _florin_webhooks_v1_ListCustomerDataReply__Output>
        ListCustomerDataRequest: MessageTypeDefinition<_florin_webhooks_v1_ListCustomerDataRequest, _florin_webhooks_v1_ListCustomerDataRequest__Output>
        LogService: SubtypeConstructor<typeof grpc.Client, _florin_webhooks_v1_LogServiceClient> & { service: _florin_webhooks_v1_LogServiceDefinition }
      }
    }
  }
}

