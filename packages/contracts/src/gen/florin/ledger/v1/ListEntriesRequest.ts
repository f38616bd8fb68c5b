// Original file: ../../protos/ledger/v1/history.proto


export interface ListEntriesRequest {
  'accountId'?: (string);
  'from'?: (string);
  'until'?: (string);
  'afterId'?: (string);
  'limit'?: (number);
}

export interface ListEntriesRequest__Output {
  'accountId': (string);
  'from': (string);
  'until': (string);
  'afterId': (string);
  'limit': (number);
}
