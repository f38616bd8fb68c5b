import { encodings } from '@florin/bank-statements';
import { z } from 'zod';

const NAME_LENGTH_MAX = 200;
/** Heading of the CSV column that contains `what`. */
const column = (what: string) =>
  z.string().min(1).max(NAME_LENGTH_MAX).describe(`Header of the column with ${what}.`);
const optional = (what: string) =>
  column(what)
    .nullable()
    .default(null)
    .describe(`Header of the column with ${what}; null if there is none.`);

/** CSV format of a bank. */
export const csvField = z
  .object({
    encoding: z
      .enum(encodings)
      .default('utf-8')
      .describe('Encoding of the file. Ignored for JSON requests, which are UTF-8.'),
    delimiter: z.enum([',', ';', '\t', '|']).default(',').describe('Column delimiter.'),
    decimal_mark: z.enum(['.', ',']).default('.').describe('Decimal mark.'),
    date_format: z
      .enum(['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'])
      .default('YYYY-MM-DD')
      .describe('Date format.'),
    currency: z
      .string()
      .length(3)
      .nullable()
      .default(null)
      .describe('Currency of all amounts (ISO 4217) if no column has it; otherwise null.'),
    account_number: z
      .string()
      .min(1)
      .max(NAME_LENGTH_MAX)
      .nullable()
      .default(null)
      .describe(
        'Bank account of the file: its IBAN or national number. Required, because no column has it: null is refused.',
      ),
    columns: z
      .object({
        booking_date: column('the booking date'),
        amount: column('the amount, negative for debits'),
        currency: optional('the currency'),
        reference: optional('the creditor reference (ISO 11649)'),
        remittance: optional('the text from the payer'),
        end_to_end_id: optional('the id set by the payer'),
        counterparty_name: optional('the name of the payer'),
        counterparty_iban: optional('the IBAN (ISO 13616) of the payer'),
        entry_id: optional('the id set by the bank'),
      })
      .describe('Maps fields to columns.'),
  })
  .meta({ id: 'BankCsv', description: 'CSV format of the bank.' });

/** The mapping in the reader's form. */
export function toMapping({ columns, ...csv }: z.output<typeof csvField>) {
  return {
    encoding: csv.encoding,
    delimiter: csv.delimiter,
    decimalMark: csv.decimal_mark,
    dateFormat: csv.date_format,
    currency: csv.currency,
    account: csv.account_number,
    columns: {
      bookingDate: columns.booking_date,
      amount: columns.amount,
      currency: columns.currency,
      reference: columns.reference,
      remittance: columns.remittance,
      endToEndId: columns.end_to_end_id,
      counterpartyName: columns.counterparty_name,
      counterpartyIban: columns.counterparty_iban,
      entryId: columns.entry_id,
    },
  };
}
