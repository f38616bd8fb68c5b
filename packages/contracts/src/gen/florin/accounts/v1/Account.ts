// Original file: ../../protos/accounts/v1/accounts.proto


export interface Account {
  'accountId'?: (string);
  'name'?: (string);
  'email'?: (string);
  'status'?: (string);
  'currency'?: (string);
  'timezone'?: (string);
  'language'?: (string);
  'isPlatform'?: (boolean);
  'returnUrls'?: (string)[];
  'isLanguageDefault'?: (boolean);
}

export interface Account__Output {
  'accountId': (string);
  'name': (string);
  'email': (string);
  'status': (string);
  'currency': (string);
  'timezone': (string);
  'language': (string);
  'isPlatform': (boolean);
  'returnUrls': (string)[];
  'isLanguageDefault': (boolean);
}
