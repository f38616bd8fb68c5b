// Original file: ../../protos/processors/v1/processors.proto


export interface ListCustomerDataReply {
  'objects'?: (string)[];
  'nextPage'?: (string);
}

export interface ListCustomerDataReply__Output {
  'objects': (string)[];
  'nextPage': (string);
}
