// Original file: ../../protos/identity/v1/identity.proto


export interface SetAccountAccessReply {
}

export interface SetAccountAccessReply__Output {
}
