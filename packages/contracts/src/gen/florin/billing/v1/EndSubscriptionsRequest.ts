// Original file: ../../protos/billing/v1/billing.proto


export interface EndSubscriptionsRequest {
  'accountId'?: (string);
}

export interface EndSubscriptionsRequest__Output {
  'accountId': (string);
}
