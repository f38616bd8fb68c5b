import { encodings } from '@florin/bank-statements';
import { z } from 'zod';

const NAME_LENGTH_MAX = 200;
const column = z.string().min(1).max(NAME_LENGTH_MAX);
const optional = column.nullable().default(null);

/** How a bank writes its CSV. */
export const csvField = z.object({
  encoding: z.enum(encodings).default('utf-8'),
  delimiter: z.enum([',', ';', '\t', '|']).default(','),
  decimal_mark: z.enum(['.', ',']).default('.'),
  date_format: z
    .enum(['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'])
    .default('YYYY-MM-DD'),
  currency: z.string().length(3).nullable().default(null),
  account_number: optional,
  columns: z.object({
    booking_date: column,
    amount: column,
    currency: optional,
    reference: optional,
    remittance: optional,
    end_to_end_id: optional,
    counterparty_name: optional,
    counterparty_iban: optional,
    entry_id: optional,
  }),
});

/** A mapping as the reader wants it. */
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
