// Original file: ../../protos/ledger/v1/history.proto

import type { Entry as _florin_ledger_v1_Entry, Entry__Output as _florin_ledger_v1_Entry__Output } from '../../../florin/ledger/v1/Entry.ts';

export interface ListEntriesReply {
  'entries'?: (_florin_ledger_v1_Entry)[];
}

export interface ListEntriesReply__Output {
  'entries': (_florin_ledger_v1_Entry__Output)[];
}
