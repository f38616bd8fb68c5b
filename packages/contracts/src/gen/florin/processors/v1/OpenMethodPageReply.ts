// Original file: ../../protos/processors/v1/processors.proto


export interface OpenMethodPageReply {
  'url'?: (string);
}

export interface OpenMethodPageReply__Output {
  'url': (string);
}
