// Original file: ../../protos/ledger/v1/balances.proto


export interface OpenBalanceReply {
}

export interface OpenBalanceReply__Output {
}
