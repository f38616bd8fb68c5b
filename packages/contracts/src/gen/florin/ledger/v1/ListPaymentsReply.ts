// Original file: ../../protos/ledger/v1/history.proto

import type { PaymentRow as _florin_ledger_v1_PaymentRow, PaymentRow__Output as _florin_ledger_v1_PaymentRow__Output } from '../../../florin/ledger/v1/PaymentRow.ts';

export interface ListPaymentsReply {
  'payments'?: (_florin_ledger_v1_PaymentRow)[];
}

export interface ListPaymentsReply__Output {
  'payments': (_florin_ledger_v1_PaymentRow__Output)[];
}
