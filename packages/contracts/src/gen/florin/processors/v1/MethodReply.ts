// Original file: ../../protos/processors/v1/processors.proto


export interface MethodReply {
}

export interface MethodReply__Output {
}
