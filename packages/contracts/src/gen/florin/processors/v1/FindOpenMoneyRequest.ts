// Original file: ../../protos/processors/v1/processors.proto


export interface FindOpenMoneyRequest {
  'accountId'?: (string);
  'customerId'?: (string);
}

export interface FindOpenMoneyRequest__Output {
  'accountId': (string);
  'customerId': (string);
}
