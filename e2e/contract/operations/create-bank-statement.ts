import { BANK_ACCOUNT } from '../../bank-account.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import type { Caller } from '../people.ts';
import { ofAdmins, statementWith } from '../prepare/bank-statements.ts';
import { guarded, refusesEach, succeeds } from '../scenario.ts';
import type { World } from '../world.ts';

const STATEMENTS = '/v1/bank_statements';

const send =
  (body: object, by: (world: World) => Caller = ({ admin }) => admin) =>
  (world: World) =>
    by(world).call('POST', STATEMENTS, { body });

const CSV = {
  format: 'csv',
  content: 'day;sum;what\n20.11.2026;-1.230,00;rent\n',
  csv: {
    delimiter: ';',
    decimal_mark: ',',
    date_format: 'DD.MM.YYYY',
    currency: 'EUR',
    account_number: BANK_ACCOUNT.BANK_TRANSFER_IBAN,
    columns: { booking_date: 'day', amount: 'sum', remittance: 'what' },
  },
};

export const contract: Contract = {
  operation: 'POST /v1/bank_statements',
  access: [
    about('prove the books', undefined, {
      body: statementWith('order 7'),
    }),
  ],
  withoutEvents: 'the bank account is the operator’s; matched payments publish their own events',
  scenarios: [
    guarded,
    succeeds(201, 'camt.053', send(statementWith('order 7'))),
    succeeds(201, 'CSV', send(CSV)),
    refusesEach(400, 'invalid_request', send, {
      'no file': { format: 'camt.053' },
      'what is no camt.053': { format: 'camt.053', content: '<a/>' },
      'a file that asks for another': {
        format: 'camt.053',
        content: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      },
      'CSV without its columns': { format: 'csv', content: CSV.content },
      'CSV with other columns': { ...CSV, content: 'a;b\n1;2\n' },
      'an invalid amount': { ...CSV, content: 'day;sum;what\n20.11.2026;much;rent\n' },
    }),
    ...ofAdmins('POST', STATEMENTS, statementWith('order 7')),
  ],
};
