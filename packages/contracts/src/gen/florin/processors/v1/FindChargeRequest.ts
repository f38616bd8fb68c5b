// Original file: ../../protos/processors/v1/processors.proto


export interface FindChargeRequest {
  'id'?: (string);
  'accountId'?: (string);
}

export interface FindChargeRequest__Output {
  'id': (string);
  'accountId': (string);
}
