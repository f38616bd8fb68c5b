// Original file: ../../protos/processors/v1/processors.proto

import type { Transfer as _florin_processors_v1_Transfer, Transfer__Output as _florin_processors_v1_Transfer__Output } from '../../../florin/processors/v1/Transfer.ts';

export interface ChargeReply {
  'status'?: (string);
  'processor'?: (string);
  'reference'?: (string);
  'code'?: (string);
  'cardBrand'?: (string);
  'cardLast4'?: (string);
  'redirectUrl'?: (string);
  'transfer'?: (_florin_processors_v1_Transfer | null);
}

export interface ChargeReply__Output {
  'status': (string);
  'processor': (string);
  'reference': (string);
  'code': (string);
  'cardBrand': (string);
  'cardLast4': (string);
  'redirectUrl': (string);
  'transfer': (_florin_processors_v1_Transfer__Output | null);
}
