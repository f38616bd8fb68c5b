// Original file: ../../protos/ledger/v1/history.proto

import type { Long } from '@grpc/proto-loader';

export interface PaymentRow {
  'id'?: (string);
  'status'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'customerEmail'?: (string);
  'reference'?: (string);
  'transactionId'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
}

export interface PaymentRow__Output {
  'id': (string);
  'status': (string);
  'amount': (string);
  'currency': (string);
  'customerEmail': (string);
  'reference': (string);
  'transactionId': (string);
  'createdAt': (string);
  'updatedAt': (string);
}
