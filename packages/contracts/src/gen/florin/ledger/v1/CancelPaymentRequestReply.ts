// Original file: ../../protos/ledger/v1/charges.proto


export interface CancelPaymentRequestReply {
}

export interface CancelPaymentRequestReply__Output {
}
