// Original file: ../../protos/ledger/v1/history.proto


export interface ListPaymentsRequest {
  'accountId'?: (string);
  'from'?: (string);
  'until'?: (string);
  'afterId'?: (string);
  'limit'?: (number);
}

export interface ListPaymentsRequest__Output {
  'accountId': (string);
  'from': (string);
  'until': (string);
  'afterId': (string);
  'limit': (number);
}
