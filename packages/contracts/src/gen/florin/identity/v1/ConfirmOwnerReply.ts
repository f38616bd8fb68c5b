// Original file: ../../protos/identity/v1/identity.proto


export interface ConfirmOwnerReply {
}

export interface ConfirmOwnerReply__Output {
}
