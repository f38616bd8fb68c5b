// Original file: ../../protos/processors/v1/processors.proto


export interface RemoveMethodRequest {
  'accountId'?: (string);
  'savesFor'?: (string);
  'methodId'?: (string);
}

export interface RemoveMethodRequest__Output {
  'accountId': (string);
  'savesFor': (string);
  'methodId': (string);
}
