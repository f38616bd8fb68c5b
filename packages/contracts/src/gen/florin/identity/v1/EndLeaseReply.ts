// Original file: ../../protos/identity/v1/identity.proto


export interface EndLeaseReply {
}

export interface EndLeaseReply__Output {
}
