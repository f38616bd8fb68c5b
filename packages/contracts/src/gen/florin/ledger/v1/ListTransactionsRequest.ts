// Original file: ../../protos/ledger/v1/history.proto


export interface ListTransactionsRequest {
  'accountId'?: (string);
  'from'?: (string);
  'until'?: (string);
  'afterId'?: (string);
  'limit'?: (number);
}

export interface ListTransactionsRequest__Output {
  'accountId': (string);
  'from': (string);
  'until': (string);
  'afterId': (string);
  'limit': (number);
}
