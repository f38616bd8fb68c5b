// Original file: ../../protos/processors/v1/processors.proto


export interface OpenMethodPageRequest {
  'accountId'?: (string);
  'savesFor'?: (string);
  'customerEmail'?: (string);
  'returnUrl'?: (string);
  'mandate'?: (string);
}

export interface OpenMethodPageRequest__Output {
  'accountId': (string);
  'savesFor': (string);
  'customerEmail': (string);
  'returnUrl': (string);
  'mandate': (string);
}
