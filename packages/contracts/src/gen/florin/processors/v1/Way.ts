// Original file: ../../protos/processors/v1/processors.proto


export interface Way {
  'processor'?: (string);
  'kind'?: (string);
  'livemode'?: (boolean);
}

export interface Way__Output {
  'processor': (string);
  'kind': (string);
  'livemode': (boolean);
}
