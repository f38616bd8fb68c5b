// Original file: ../../protos/ledger/v1/history.proto

import type { Long } from '@grpc/proto-loader';

export interface Entry {
  'id'?: (string);
  'transactionId'?: (string);
  'kind'?: (string);
  'createdAt'?: (string);
  'available'?: (number | string | Long);
  'held'?: (number | string | Long);
  'availableAfter'?: (number | string | Long);
  'heldAfter'?: (number | string | Long);
  'reference'?: (string);
  'subject'?: (string);
}

export interface Entry__Output {
  'id': (string);
  'transactionId': (string);
  'kind': (string);
  'createdAt': (string);
  'available': (string);
  'held': (string);
  'availableAfter': (string);
  'heldAfter': (string);
  'reference': (string);
  'subject': (string);
}
