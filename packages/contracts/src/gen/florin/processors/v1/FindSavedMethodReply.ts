// Original file: ../../protos/processors/v1/processors.proto


export interface FindSavedMethodReply {
  'methodId'?: (string);
  'processor'?: (string);
}

export interface FindSavedMethodReply__Output {
  'methodId': (string);
  'processor': (string);
}
