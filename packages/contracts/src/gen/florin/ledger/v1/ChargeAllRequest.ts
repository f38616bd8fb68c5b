// Original file: ../../protos/ledger/v1/charges.proto

import type { ChargeRequest as _florin_ledger_v1_ChargeRequest, ChargeRequest__Output as _florin_ledger_v1_ChargeRequest__Output } from '../../../florin/ledger/v1/ChargeRequest.ts';

export interface ChargeAllRequest {
  'charges'?: (_florin_ledger_v1_ChargeRequest)[];
}

export interface ChargeAllRequest__Output {
  'charges': (_florin_ledger_v1_ChargeRequest__Output)[];
}
