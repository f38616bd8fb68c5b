// Original file: ../../protos/billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface DescribeCreditNoteReply {
  'email'?: (string);
  'language'?: (string);
  'timezone'?: (string);
  'number'?: (string);
  'invoiceNumber'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'url'?: (string);
  'isMailed'?: (boolean);
  'creditTo'?: (string);
  'pdf'?: (Buffer | Uint8Array | string);
}

export interface DescribeCreditNoteReply__Output {
  'email': (string);
  'language': (string);
  'timezone': (string);
  'number': (string);
  'invoiceNumber': (string);
  'amount': (string);
  'currency': (string);
  'url': (string);
  'isMailed': (boolean);
  'creditTo': (string);
  'pdf': (Buffer);
}
