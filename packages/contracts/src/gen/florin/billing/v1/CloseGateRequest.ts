// Original file: ../../protos/billing/v1/billing.proto


export interface CloseGateRequest {
  'accountId'?: (string);
}

export interface CloseGateRequest__Output {
  'accountId': (string);
}
