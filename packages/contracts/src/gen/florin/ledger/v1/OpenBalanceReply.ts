// Original file: ../../protos/ledger/v1/ledger.proto


export interface OpenBalanceReply {
}

export interface OpenBalanceReply__Output {
}
