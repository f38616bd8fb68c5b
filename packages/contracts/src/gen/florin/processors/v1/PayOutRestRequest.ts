// Original file: ../../protos/processors/v1/processors.proto


export interface PayOutRestRequest {
  'accountId'?: (string);
  'currency'?: (string);
}

export interface PayOutRestRequest__Output {
  'accountId': (string);
  'currency': (string);
}
