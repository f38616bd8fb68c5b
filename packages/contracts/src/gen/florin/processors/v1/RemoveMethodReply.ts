// Original file: ../../protos/processors/v1/processors.proto


export interface RemoveMethodReply {
}

export interface RemoveMethodReply__Output {
}
