// Original file: ../../protos/processors/v1/processors.proto


export interface FindSavedMethodRequest {
  'accountId'?: (string);
  'savesFor'?: (string);
  'methodId'?: (string);
}

export interface FindSavedMethodRequest__Output {
  'accountId': (string);
  'savesFor': (string);
  'methodId': (string);
}
