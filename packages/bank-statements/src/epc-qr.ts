import encodeQR from 'qr';
import { parseCreditorReference } from './creditor-reference.ts';
import { parseIban } from './iban.ts';

/** A SEPA credit transfer that banking apps read from a QR code (EPC069-12, version 002). */
export interface EpcTransfer {
  /** Name of the payee: at most 70 characters. */
  readonly name: string;
  readonly iban: string;
  /** Optional within the EEA. */
  readonly bic: string | null;
  /** Cents: 1 to 99999999999. */
  readonly amountMinor: bigint;
  /** A creditor reference (ISO 11649), or a text of at most 140 characters. */
  readonly remittance: { readonly reference: string } | { readonly text: string };
}

const NAME_LENGTH_MAX = 70;
const TEXT_LENGTH_MAX = 140;
const CENTS_MAX = 99_999_999_999n;
/** Capacity of a version 13 QR code at error correction level M, the limits of EPC069-12. */
const PAYLOAD_BYTES_MAX = 331;

/**
 * The payload of the QR code.
 * @throws RangeError for a transfer that a bank would reject
 */
export function epcPayload({ name, iban, bic, amountMinor, remittance }: EpcTransfer): string {
  const parsedIban = parseIban(iban);
  if (parsedIban === undefined) throw new RangeError('not a valid IBAN');
  if (bic !== null && !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic))
    throw new RangeError('not a valid BIC');
  if (amountMinor < 1n || amountMinor > CENTS_MAX)
    throw new RangeError('the amount must be 0.01 to 999999999.99 euro');
  const [reference, text] =
    'reference' in remittance
      ? [referenceOf(remittance.reference), '']
      : ['', lineOf(remittance.text, TEXT_LENGTH_MAX)];
  const payee = lineOf(name, NAME_LENGTH_MAX);
  if (payee === '') throw new RangeError('the name is missing');
  const cents = amountMinor.toString().padStart(3, '0');
  const amount = `EUR${cents.slice(0, -2)}.${cents.slice(-2)}`;
  // Service tag, version, UTF-8, identification, then the transfer without a purpose code.
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    payee,
    parsedIban,
    amount,
    '',
    reference,
    text,
  ];
  const payload = lines.join('\n').trimEnd();
  if (Buffer.byteLength(payload) > PAYLOAD_BYTES_MAX)
    throw new RangeError(`name and text exceed ${PAYLOAD_BYTES_MAX} bytes together`);
  return payload;
}

function referenceOf(text: string): string {
  const reference = parseCreditorReference(text);
  if (reference === undefined) throw new RangeError('not a valid creditor reference');
  return reference;
}

/** Replaces line breaks, since a break would start the next field. */
function lineOf(text: string, lengthMax: number): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if ([...line].length > lengthMax) throw new RangeError(`a text exceeds ${lengthMax} characters`);
  return line;
}

/** Renders a text as an SVG QR code with the quiet zone that scanners need. */
export function qrSvg(text: string): string {
  return encodeQR(text, 'svg', { ecc: 'medium', encoding: 'byte', border: 4 });
}
