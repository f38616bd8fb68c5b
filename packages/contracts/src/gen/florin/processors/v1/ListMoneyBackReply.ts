// Original file: ../../protos/processors/v1/processors.proto

import type { MoneyBack as _florin_processors_v1_MoneyBack, MoneyBack__Output as _florin_processors_v1_MoneyBack__Output } from '../../../florin/processors/v1/MoneyBack.ts';

export interface ListMoneyBackReply {
  'payments'?: (_florin_processors_v1_MoneyBack)[];
}

export interface ListMoneyBackReply__Output {
  'payments': (_florin_processors_v1_MoneyBack__Output)[];
}
