// Original file: ../../protos/billing/v1/billing.proto


export interface ReopenGateRequest {
  'accountId'?: (string);
}

export interface ReopenGateRequest__Output {
  'accountId': (string);
}
