// Original file: ../../protos/ledger/v1/charges.proto


export interface ChargeSavedCardReply {
  'paymentId'?: (string);
  'paymentUrl'?: (string);
  'transactionId'?: (string);
  'declineReason'?: (string);
  'declineCode'?: (string);
}

export interface ChargeSavedCardReply__Output {
  'paymentId': (string);
  'paymentUrl': (string);
  'transactionId': (string);
  'declineReason': (string);
  'declineCode': (string);
}
