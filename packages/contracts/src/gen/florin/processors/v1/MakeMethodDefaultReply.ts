// Original file: ../../protos/processors/v1/processors.proto


export interface MakeMethodDefaultReply {
}

export interface MakeMethodDefaultReply__Output {
}
