// Original file: ../../protos/mail/v1/mails.proto


export interface ListCustomerDataReply {
  'objects'?: (string)[];
  'nextPage'?: (string);
}

export interface ListCustomerDataReply__Output {
  'objects': (string)[];
  'nextPage': (string);
}
