// Original file: ../../protos/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface DescribeInvoiceReply {
  'email'?: (string);
  'language'?: (string);
  'timezone'?: (string);
  'status'?: (string);
  'number'?: (string);
  'amountRemaining'?: (number | string | Long);
  'currency'?: (string);
  'dueAt'?: (string);
  'sentAt'?: (string);
  'url'?: (string);
  'pdf'?: (Buffer | Uint8Array | string);
  'mailsInvoices'?: (boolean);
  'state'?: (string);
  'isChargedAgain'?: (boolean);
  'total'?: (number | string | Long);
}

export interface DescribeInvoiceReply__Output {
  'email': (string);
  'language': (string);
  'timezone': (string);
  'status': (string);
  'number': (string);
  'amountRemaining': (string);
  'currency': (string);
  'dueAt': (string);
  'sentAt': (string);
  'url': (string);
  'pdf': (Buffer);
  'mailsInvoices': (boolean);
  'state': (string);
  'isChargedAgain': (boolean);
  'total': (string);
}
