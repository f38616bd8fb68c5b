// Original file: ../../protos/ledger/v1/funds.proto


export interface EndWithdrawalReply {
}

export interface EndWithdrawalReply__Output {
}
