// Original file: ../../protos/processors/v1/processors.proto

import type { Card as _florin_processors_v1_Card, Card__Output as _florin_processors_v1_Card__Output } from '../../../florin/processors/v1/Card.ts';
import type { Long } from '@grpc/proto-loader';

export interface AuthorizeRequest {
  'id'?: (string);
  'paymentId'?: (string);
  'accountId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'processor'?: (string);
  'customerEmail'?: (string);
  'description'?: (string);
  'returnUrl'?: (string);
  'card'?: (_florin_processors_v1_Card | null);
  'savesFor'?: (string);
  'mandate'?: (string);
  'customerId'?: (string);
}

export interface AuthorizeRequest__Output {
  'id': (string);
  'paymentId': (string);
  'accountId': (string);
  'amount': (string);
  'currency': (string);
  'processor': (string);
  'customerEmail': (string);
  'description': (string);
  'returnUrl': (string);
  'card': (_florin_processors_v1_Card__Output | null);
  'savesFor': (string);
  'mandate': (string);
  'customerId': (string);
}
