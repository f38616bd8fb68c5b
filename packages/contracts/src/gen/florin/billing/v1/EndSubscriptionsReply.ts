// Original file: ../../protos/billing/v1/billing.proto


export interface EndSubscriptionsReply {
}

export interface EndSubscriptionsReply__Output {
}
