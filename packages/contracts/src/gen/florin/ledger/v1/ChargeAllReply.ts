// Original file: ../../protos/ledger/v1/charges.proto

import type { ChargeOutcome as _florin_ledger_v1_ChargeOutcome, ChargeOutcome__Output as _florin_ledger_v1_ChargeOutcome__Output } from '../../../florin/ledger/v1/ChargeOutcome.ts';

export interface ChargeAllReply {
  'outcomes'?: (_florin_ledger_v1_ChargeOutcome)[];
}

export interface ChargeAllReply__Output {
  'outcomes': (_florin_ledger_v1_ChargeOutcome__Output)[];
}
