// Original file: ../../protos/ledger/v1/balances.proto


export interface ChangeCurrencyReply {
}

export interface ChangeCurrencyReply__Output {
}
