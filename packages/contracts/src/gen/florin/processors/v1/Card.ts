// Original file: ../../protos/processors/v1/processors.proto


export interface Card {
  'number'?: (string);
  'expMonth'?: (number);
  'expYear'?: (number);
  'cvc'?: (string);
  'name'?: (string);
}

export interface Card__Output {
  'number': (string);
  'expMonth': (number);
  'expYear': (number);
  'cvc': (string);
  'name': (string);
}
