// Original file: ../../protos/billing/v1/billing.proto

import type { PaymentLine as _florin_billing_v1_PaymentLine, PaymentLine__Output as _florin_billing_v1_PaymentLine__Output } from '../../../florin/billing/v1/PaymentLine.ts';

export interface DescribePaymentReply {
  'invoiceNumber'?: (string);
  'invoiceUrl'?: (string);
  'dueAt'?: (string);
  'lines'?: (_florin_billing_v1_PaymentLine)[];
  'moreLines'?: (number);
  'sellerName'?: (string);
  'sellerEmail'?: (string);
  'sellerPhone'?: (string);
  'timezone'?: (string);
  'hasEnded'?: (boolean);
}

export interface DescribePaymentReply__Output {
  'invoiceNumber': (string);
  'invoiceUrl': (string);
  'dueAt': (string);
  'lines': (_florin_billing_v1_PaymentLine__Output)[];
  'moreLines': (number);
  'sellerName': (string);
  'sellerEmail': (string);
  'sellerPhone': (string);
  'timezone': (string);
  'hasEnded': (boolean);
}
