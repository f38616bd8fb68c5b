// Original file: ../../protos/processors/v1/processors.proto


export interface FindOpenMoneyReply {
  'hasOpenDispute'?: (boolean);
  'hasPendingRefund'?: (boolean);
}

export interface FindOpenMoneyReply__Output {
  'hasOpenDispute': (boolean);
  'hasPendingRefund': (boolean);
}
