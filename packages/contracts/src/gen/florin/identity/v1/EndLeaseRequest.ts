// Original file: ../../protos/identity/v1/identity.proto


export interface EndLeaseRequest {
  'gatewayId'?: (string);
}

export interface EndLeaseRequest__Output {
  'gatewayId': (string);
}
