// Original file: ../../protos/billing/v1/billing.proto


export interface FindCustomerRequest {
  'accountId'?: (string);
  'customerId'?: (string);
}

export interface FindCustomerRequest__Output {
  'accountId': (string);
  'customerId': (string);
}
