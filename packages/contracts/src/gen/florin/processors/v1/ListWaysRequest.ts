// Original file: ../../protos/processors/v1/processors.proto


export interface ListWaysRequest {
  'accountId'?: (string);
  'currency'?: (string);
}

export interface ListWaysRequest__Output {
  'accountId': (string);
  'currency': (string);
}
