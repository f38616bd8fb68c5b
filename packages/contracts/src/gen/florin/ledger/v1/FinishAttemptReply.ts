// Original file: ../../protos/ledger/v1/funds.proto


export interface FinishAttemptReply {
}

export interface FinishAttemptReply__Output {
}
