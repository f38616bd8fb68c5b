// Original file: ../../protos/processors/v1/processors.proto


export interface MethodRequest {
  'accountId'?: (string);
  'savesFor'?: (string);
  'methodId'?: (string);
}

export interface MethodRequest__Output {
  'accountId': (string);
  'savesFor': (string);
  'methodId': (string);
}
