// Original file: ../../protos/processors/v1/processors.proto


export interface Transfer {
  'name'?: (string);
  'iban'?: (string);
  'bic'?: (string);
  'reference'?: (string);
}

export interface Transfer__Output {
  'name': (string);
  'iban': (string);
  'bic': (string);
  'reference': (string);
}
