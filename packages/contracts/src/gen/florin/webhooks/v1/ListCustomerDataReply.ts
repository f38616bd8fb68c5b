// Original file: ../../protos/webhooks/v1/log.proto


export interface ListCustomerDataReply {
  'objects'?: (string)[];
  'nextPage'?: (string);
}

export interface ListCustomerDataReply__Output {
  'objects': (string)[];
  'nextPage': (string);
}
