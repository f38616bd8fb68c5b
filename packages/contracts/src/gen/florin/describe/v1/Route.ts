// Original file: ../../protos/describe/v1/describe.proto


export interface Route {
  'method'?: (string);
  'template'?: (string);
  'token'?: (string);
  'scope'?: (string);
  'timeoutMs'?: (number);
  'stream'?: (boolean);
  'costly'?: (boolean);
}

export interface Route__Output {
  'method': (string);
  'template': (string);
  'token': (string);
  'scope': (string);
  'timeoutMs': (number);
  'stream': (boolean);
  'costly': (boolean);
}
