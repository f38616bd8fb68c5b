// Original file: ../../protos/billing/v1/billing.proto


export interface ReopenGateReply {
}

export interface ReopenGateReply__Output {
}
