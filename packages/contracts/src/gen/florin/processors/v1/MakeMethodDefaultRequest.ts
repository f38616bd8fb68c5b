// Original file: ../../protos/processors/v1/processors.proto


export interface MakeMethodDefaultRequest {
  'accountId'?: (string);
  'savesFor'?: (string);
  'methodId'?: (string);
}

export interface MakeMethodDefaultRequest__Output {
  'accountId': (string);
  'savesFor': (string);
  'methodId': (string);
}
