// Original file: ../../protos/ledger/v1/history.proto


export interface ListCustomerDataReply {
  'objects'?: (string)[];
  'nextPage'?: (string);
}

export interface ListCustomerDataReply__Output {
  'objects': (string)[];
  'nextPage': (string);
}
