import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ListCustomerDataReply as _florin_mail_v1_ListCustomerDataReply, ListCustomerDataReply__Output as _florin_mail_v1_ListCustomerDataReply__Output } from './florin/mail/v1/ListCustomerDataReply.ts';
import type { ListCustomerDataRequest as _florin_mail_v1_ListCustomerDataRequest, ListCustomerDataRequest__Output as _florin_mail_v1_ListCustomerDataRequest__Output } from './florin/mail/v1/ListCustomerDataRequest.ts';
import type { MailsServiceClient as _florin_mail_v1_MailsServiceClient, MailsServiceDefinition as _florin_mail_v1_MailsServiceDefinition } from './florin/mail/v1/MailsService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  florin: {
    mail: {
      v1: {
        ListCustomerDataReply: MessageTypeDefinition<_florin_mail_v1_ListCustomerDataReply, _florin_mail_v1_ListCustomerDataReply__Output>
        ListCustomerDataRequest: MessageTypeDefinition<_florin_mail_v1_ListCustomerDataRequest, _florin_mail_v1_ListCustomerDataRequest__Output>
        MailsService: SubtypeConstructor<typeof grpc.Client, _florin_mail_v1_MailsServiceClient> & { service: _florin_mail_v1_MailsServiceDefinition }
      }
    }
  }
}

