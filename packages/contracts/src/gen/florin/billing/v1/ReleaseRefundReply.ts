// Original file: ../../protos/billing/v1/billing.proto


export interface ReleaseRefundReply {
}

export interface ReleaseRefundReply__Output {
}
