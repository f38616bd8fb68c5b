// Original file: ../../protos/mail/v1/mails.proto


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
