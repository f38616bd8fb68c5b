// Original file: ../../protos/accounts/v1/accounts.proto


export interface GetPlatformAccountRequest {
}

export interface GetPlatformAccountRequest__Output {
}
