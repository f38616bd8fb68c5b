// Original file: ../../protos/identity/v1/identity.proto


export interface CloseAccountReply {
}

export interface CloseAccountReply__Output {
}
