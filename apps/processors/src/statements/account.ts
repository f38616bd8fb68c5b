import type { BankStatement } from '@florin/bank-statements';
import { TRANSFER_CURRENCY, type TransferSettings } from '../settings/transfer.ts';

/** The bank account to which customers transfer money. */
export type BankAccount = Pick<TransferSettings, 'iban' | 'livemode'>;

/**
 * Why a statement is not of this bank account; undefined if it is. Statements without an account
 * are refused too, since money on another account pays nothing here.
 */
export function refusalOfAccount(
  { account, currency }: Pick<BankStatement, 'account' | 'currency'>,
  ours: Pick<BankAccount, 'iban'>,
): string | undefined {
  const advice = `send a statement of ${ours.iban} (BANK_TRANSFER_IBAN)`;
  const number = normalize(account ?? '');
  if (number === '')
    return `the statement names no bank account; ${advice}, or for a CSV file set csv.account_number`;
  // Some banks write the national account number, which follows an IBAN's check digits.
  if (number !== ours.iban && number !== ours.iban.slice(4))
    return `the statement is for bank account ${account}; ${advice}`;
  if (currency !== null && currency.toUpperCase() !== TRANSFER_CURRENCY)
    return `the statement is in ${currency}, but customers transfer ${TRANSFER_CURRENCY}; ${advice} in ${TRANSFER_CURRENCY}`;
  return undefined;
}

/** Removes separators that banks and people use. */
function normalize(account: string): string {
  return account.replaceAll(/[\s./-]/g, '').toUpperCase();
}
