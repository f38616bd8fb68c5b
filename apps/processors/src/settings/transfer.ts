import { parseIban } from '@florin/bank-statements';
import { type Environment, readEnvironment, readMode } from '@florin/service';
import { z } from 'zod';

/** The bank account to which customers transfer money. */
export interface TransferSettings {
  readonly name: string;
  readonly iban: string;
  /** Not needed within the EEA. */
  readonly bic: string | null;
  readonly livemode: boolean;
}

/** The only currency of SEPA. */
export const TRANSFER_CURRENCY = 'EUR';

/** Length limit of the QR code (EPC069-12). */
const NAME_LENGTH_MAX = 70;

const fields = {
  BANK_TRANSFER_IBAN: z
    .string()
    .transform((text) => parseIban(text) ?? '')
    .refine((iban) => iban !== '', 'is not a valid IBAN')
    .optional()
    .describe('IBAN of the account that customers transfer euro to ([setup](../processors.md)).'),
  BANK_TRANSFER_NAME: z
    .string()
    .trim()
    .min(1)
    .max(NAME_LENGTH_MAX)
    .optional()
    .describe('Holder of the account; required with the IBAN.'),
  BANK_TRANSFER_BIC: z
    .string()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'is not a valid BIC')
    .optional()
    .describe('BIC of the account.'),
};

/** Undefined without an IBAN. Called once, at startup. */
export function readTransferSettings(env: Environment): TransferSettings | undefined {
  const {
    BANK_TRANSFER_IBAN: iban,
    BANK_TRANSFER_NAME: name,
    BANK_TRANSFER_BIC: bic,
  } = readEnvironment(env, fields);
  if (iban === undefined) return undefined;
  if (name === undefined)
    throw new Error('BANK_TRANSFER_NAME is not set; banks require the name of the recipient');
  return { name, iban, bic: bic ?? null, livemode: readMode(env) === 'production' };
}
