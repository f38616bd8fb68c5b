// Original file: ../../protos/identity/v1/identity.proto


export interface ListSigningKeysRequest {
}

export interface ListSigningKeysRequest__Output {
}
