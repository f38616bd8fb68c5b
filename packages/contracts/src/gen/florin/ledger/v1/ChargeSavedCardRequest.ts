// Original file: ../../protos/ledger/v1/charges.proto

import type { ConsentTerms as _florin_ledger_v1_ConsentTerms, ConsentTerms__Output as _florin_ledger_v1_ConsentTerms__Output } from '../../../florin/ledger/v1/ConsentTerms.ts';
import type { Long } from '@grpc/proto-loader';

export interface ChargeSavedCardRequest {
  'accountId'?: (string);
  'amount'?: (number | string | Long);
  'currency'?: (string);
  'key'?: (string);
  'customerEmail'?: (string);
  'reference'?: (string);
  'metadata'?: (string);
  'expiresAt'?: (string);
  'savesFor'?: (string);
  'consent'?: (_florin_ledger_v1_ConsentTerms | null);
  'methodId'?: (string);
  'customerId'?: (string);
  'isOnlyAttempt'?: (boolean);
}

export interface ChargeSavedCardRequest__Output {
  'accountId': (string);
  'amount': (string);
  'currency': (string);
  'key': (string);
  'customerEmail': (string);
  'reference': (string);
  'metadata': (string);
  'expiresAt': (string);
  'savesFor': (string);
  'consent': (_florin_ledger_v1_ConsentTerms__Output | null);
  'methodId': (string);
  'customerId': (string);
  'isOnlyAttempt': (boolean);
}
