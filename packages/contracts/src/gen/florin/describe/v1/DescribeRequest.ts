// Original file: ../../protos/describe/v1/describe.proto


export interface DescribeRequest {
}

export interface DescribeRequest__Output {
}
