// Original file: ../../protos/processors/v1/processors.proto


export interface ListMethodsRequest {
  'accountId'?: (string);
  'savesFor'?: (string);
}

export interface ListMethodsRequest__Output {
  'accountId': (string);
  'savesFor': (string);
}
