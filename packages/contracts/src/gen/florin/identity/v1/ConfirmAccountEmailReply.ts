// Original file: ../../protos/identity/v1/identity.proto


export interface ConfirmAccountEmailReply {
}

export interface ConfirmAccountEmailReply__Output {
}
