// Original file: ../../protos/webhooks/v1/log.proto


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
