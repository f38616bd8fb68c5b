export { readCamt053 } from './camt053.ts';
export {
  creditorReferenceOf,
  formatCreditorReference,
  parseCreditorReference,
} from './creditor-reference.ts';
export { type CsvColumns, type CsvMapping, readCsv } from './csv.ts';
export { type EpcTransfer, epcPayload, qrSvg } from './epc-qr.ts';
export { StatementError } from './error.ts';
export { parseIban } from './iban.ts';
export { type BankEntry, type BankStatement, ENTRIES_MAX, STATEMENT_BYTES_MAX } from './model.ts';
export { type Encoding, encodings } from './read-text.ts';
