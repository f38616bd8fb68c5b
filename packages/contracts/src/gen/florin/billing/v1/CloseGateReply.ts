// Original file: ../../protos/billing/v1/billing.proto


export interface CloseGateReply {
}

export interface CloseGateReply__Output {
}
