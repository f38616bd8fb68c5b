// Original file: ../../protos/identity/v1/identity.proto


export interface ReserveAccountEmailReply {
}

export interface ReserveAccountEmailReply__Output {
}
