// Original file: ../../protos/billing/v1/billing.proto


export interface FindCustomerReply {
  'isArchived'?: (boolean);
  'isAnonymized'?: (boolean);
}

export interface FindCustomerReply__Output {
  'isArchived': (boolean);
  'isAnonymized': (boolean);
}
