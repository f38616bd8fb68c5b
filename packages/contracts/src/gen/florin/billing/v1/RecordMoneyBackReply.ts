// Original file: ../../protos/billing/v1/billing.proto


export interface RecordMoneyBackReply {
}

export interface RecordMoneyBackReply__Output {
}
