// Original file: ../../protos/processors/v1/processors.proto


export interface Method {
  'id'?: (string);
  'processor'?: (string);
  'cardBrand'?: (string);
  'cardLast4'?: (string);
  'expMonth'?: (number);
  'expYear'?: (number);
  'isDefault'?: (boolean);
  'isDisputed'?: (boolean);
}

export interface Method__Output {
  'id': (string);
  'processor': (string);
  'cardBrand': (string);
  'cardLast4': (string);
  'expMonth': (number);
  'expYear': (number);
  'isDefault': (boolean);
  'isDisputed': (boolean);
}
