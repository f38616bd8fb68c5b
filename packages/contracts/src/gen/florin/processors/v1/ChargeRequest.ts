// Original file: ../../protos/processors/v1/processors.proto


export interface ChargeRequest {
  'id'?: (string);
  'accountId'?: (string);
}

export interface ChargeRequest__Output {
  'id': (string);
  'accountId': (string);
}
