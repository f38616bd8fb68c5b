// Original file: ../../protos/ledger/v1/history.proto


export interface ListCustomerDataRequest {
  'accountId'?: (string);
  'customerId'?: (string);
  'kind'?: (string);
  'page'?: (string);
  'limit'?: (number);
}

export interface ListCustomerDataRequest__Output {
  'accountId': (string);
  'customerId': (string);
  'kind': (string);
  'page': (string);
  'limit': (number);
}
