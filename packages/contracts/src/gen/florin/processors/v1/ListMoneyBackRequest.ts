// Original file: ../../protos/processors/v1/processors.proto


export interface ListMoneyBackRequest {
  'paymentIds'?: (string)[];
}

export interface ListMoneyBackRequest__Output {
  'paymentIds': (string)[];
}
