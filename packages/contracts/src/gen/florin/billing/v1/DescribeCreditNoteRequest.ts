// Original file: ../../protos/billing/v1/billing.proto


export interface DescribeCreditNoteRequest {
  'accountId'?: (string);
  'creditNoteId'?: (string);
  'withFile'?: (boolean);
}

export interface DescribeCreditNoteRequest__Output {
  'accountId': (string);
  'creditNoteId': (string);
  'withFile': (boolean);
}
