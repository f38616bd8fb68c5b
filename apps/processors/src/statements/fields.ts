import { encodings } from '@florin/bank-statements';
import { z } from 'zod';

const NAME_LENGTH_MAX = 200;
/** Heading of the CSV column that contains `what`. */
const column = (what: string) =>
  z.string().min(1).max(NAME_LENGTH_MAX).describe(`Heading of the column with ${what}.`);
const optional = (what: string) =>
  column(what)
    .nullable()
    .default(null)
    .describe(`Heading of the column with ${what}; null where there is none.`);

/** CSV format of a bank. */
export const csvField = z
  .object({
    encoding: z
      .enum(encodings)
      .default('utf-8')
      .describe(
        'How the file is encoded; of what is sent as JSON it is UTF-8 whatever stands here.',
      ),
    delimiter: z
      .enum([',', ';', '\t', '|'])
      .default(',')
      .describe('What stands between two columns.'),
    decimal_mark: z.enum(['.', ',']).default('.').describe('What stands before the decimals.'),
    date_format: z
      .enum(['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'])
      .default('YYYY-MM-DD')
      .describe('How days are written.'),
    currency: z
      .string()
      .length(3)
      .nullable()
      .default(null)
      .describe('Currency of all amounts (ISO 4217), where no column says it; else null.'),
    account_number: z
      .string()
      .min(1)
      .max(NAME_LENGTH_MAX)
      .nullable()
      .default(null)
      .describe(
        'Bank account that the file is of: its IBAN, or its national number. Needed, since no column of the file says so: null is refused.',
      ),
    columns: z
      .object({
        booking_date: column('the day on which it was booked'),
        amount: column('the amount, negative for what has left'),
        currency: optional('the currency'),
        reference: optional('the creditor reference (ISO 11649)'),
        remittance: optional('what the payer has written'),
        end_to_end_id: optional('the id that the payer gave it'),
        counterparty_name: optional('the name of who has paid'),
        counterparty_iban: optional('the IBAN (ISO 13616) of who has paid'),
        entry_id: optional('the id that the bank gave it'),
      })
      .describe('Which column is what.'),
  })
  .meta({ id: 'BankCsv', description: 'How a bank writes its CSV.' });

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
