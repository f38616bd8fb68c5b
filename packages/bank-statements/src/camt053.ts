import type { Currency } from '@florin/money';
import { all, one, required, textOf, valueAt } from './elements.ts';
import { makeEntryNamer, type UnnamedEntry } from './entry-reference.ts';
import { StatementError } from './error.ts';
import { type Read, readAmount, readCurrency, readDay } from './fields.ts';
import { type BankEntry, type BankStatement, ENTRIES_MAX } from './model.ts';
import { type Encoding, encodings, readText } from './read-text.ts';
import { type Element, readXml } from './xml.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(02|08)$/;

/**
 * Reads an ISO 20022 camt.053 end-of-day statement, version 02 or 08. Skips entries that are not
 * booked and splits batch entries whose payments state their amounts.
 * @throws StatementError with the line of the fault
 */
export function readCamt053(bytes: Uint8Array): readonly BankStatement[] {
  const document = readXml(readText(bytes, declaredEncoding(bytes)));
  if (document.name !== 'Document' || !NAMESPACE.test(document.namespace))
    throw new StatementError(
      document.line,
      document.name,
      'not a camt.053 file of version 02 or 08 (camt.053.001.02, camt.053.001.08)',
    );
  const statements = all(required(document, 'BkToCstmrStmt'), 'Stmt');
  const name = makeEntryNamer();
  let count = 0;
  return statements.map((statement) => {
    const about = required(statement, 'Acct');
    const account = accountOf(about);
    const id = valueAt(statement, 'Id');
    const booked = all(statement, 'Ntry').filter(isBooked);
    const entries = booked.flatMap((entry) =>
      paymentsOf(entry).map((payment): BankEntry => {
        count += 1;
        if (count > ENTRIES_MAX)
          throw new StatementError(
            entry.line,
            'Ntry',
            `there are more than ${ENTRIES_MAX} entries`,
          );
        const { bankReference, ...unnamed } = payment;
        return name(unnamed, { account, bankReference });
      }),
    );
    return { id, account, currency: valueAt(about, 'Ccy'), entries };
  });
}

/**
 * Encoding declared in the XML declaration, which is ASCII unless a byte order mark says UTF-16.
 */
function declaredEncoding(bytes: Uint8Array): Encoding {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 200));
  const [, label = 'utf-8'] = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start) ?? [];
  const name = label.toLowerCase();
  if (name === 'iso-8859-1' || name === 'us-ascii') return 'windows-1252';
  if (name === 'utf-16') return 'utf-16be';
  const known = encodings.find((encoding) => encoding === name);
  if (!known) throw new StatementError(1, null, `the encoding ${label} is not supported`);
  return known;
}

function accountOf(account: Element): string | null {
  const id = required(account, 'Id');
  return valueAt(id, 'IBAN')?.replaceAll(/\s/g, '') ?? valueAt(id, 'Othr', 'Id');
}

/** Version 02 stores the status as text, version 08 as a code. */
function isBooked(entry: Element): boolean {
  const status = required(entry, 'Sts');
  return (valueAt(status, 'Cd') ?? textOf(status)) === 'BOOK';
}

type Payment = UnnamedEntry & { readonly bankReference: string | null };

/** One payment per transaction of an entry, or one for the whole entry if amounts are missing. */
function paymentsOf(entry: Element): readonly Payment[] {
  const details = all(entry, 'NtryDtls').flatMap((part) => all(part, 'TxDtls'));
  const whole = amountOf(entry);
  const creditDebit = directionOf(entry) ?? 'credit';
  const common = {
    bookingDate: bookingDateOf(entry),
    currency: whole.currency,
    isReversal: ['true', '1'].includes(valueAt(entry, 'RvslInd') ?? ''),
  };
  const bankReference = given(valueAt(entry, 'AcctSvcrRef'));
  const parts = details.map((detail) => ({
    ...describe(detail, directionOf(detail) ?? creditDebit),
    amountMinor: partOf(detail, whole.currency),
  }));
  if (details.length > 1 && addUp(parts, creditDebit) === whole.minor)
    return parts.map((part) => ({
      ...common,
      ...part,
      amountMinor: part.amountMinor ?? 0n,
      bankReference: part.bankReference ?? bankReference,
    }));
  const only = details.length === 1 ? parts[0] : undefined;
  const described = only ?? describeWhole(entry, parts, creditDebit);
  return [
    {
      ...common,
      ...described,
      creditDebit,
      amountMinor: whole.minor,
      bankReference: bankReference ?? described.bankReference,
    },
  ];
}

interface Described
  extends Pick<Payment, 'creditDebit' | 'remittance' | 'endToEndId' | 'counterparty'> {
  readonly bankReference: string | null;
}

function describe(detail: Element, creditDebit: Payment['creditDebit']): Described {
  const parties = one(detail, 'RltdPties');
  const [party, account] =
    creditDebit === 'credit' ? (['Dbtr', 'DbtrAcct'] as const) : (['Cdtr', 'CdtrAcct'] as const);
  const remittance = one(detail, 'RmtInf');
  const lines = remittance ? all(remittance, 'Ustrd').map(textOf) : [];
  return {
    creditDebit,
    remittance: {
      structured: remittance && valueAt(remittance, 'Strd', 'CdtrRefInf', 'Ref'),
      unstructured: lines.join(' ') || null,
    },
    endToEndId: given(valueAt(detail, 'Refs', 'EndToEndId')),
    counterparty: {
      // Version 08 wraps the party in a `Pty` element.
      name: parties && (valueAt(parties, party, 'Nm') ?? valueAt(parties, party, 'Pty', 'Nm')),
      iban: parties && (valueAt(parties, account, 'Id', 'IBAN')?.replaceAll(/\s/g, '') ?? null),
    },
    bankReference: given(valueAt(detail, 'Refs', 'AcctSvcrRef')),
  };
}

/** A reference, or null for the placeholders that banks use for "no reference". */
function given(reference: string | null): string | null {
  return reference === 'NOTPROVIDED' || reference === 'NONREF' ? null : reference;
}

/** Joins the texts of a batch whose payments state no amounts, so that a person can match it. */
function describeWhole(
  entry: Element,
  parts: readonly Described[],
  creditDebit: Payment['creditDebit'],
): Described {
  const texts = parts.flatMap(({ remittance }) => remittance.unstructured ?? []);
  const unstructured = texts.join(' ') || valueAt(entry, 'AddtlNtryInf');
  return {
    creditDebit,
    remittance: { structured: null, unstructured },
    endToEndId: null,
    counterparty: { name: null, iban: null },
    bankReference: null,
  };
}

/** Sum in minor units, signed relative to the entry; undefined if a part has no amount. */
function addUp(
  parts: readonly { readonly amountMinor: bigint | undefined; readonly creditDebit: string }[],
  creditDebit: string,
): bigint | undefined {
  return parts.reduce<bigint | undefined>((sum, part) => {
    if (sum === undefined || part.amountMinor === undefined) return undefined;
    return part.creditDebit === creditDebit ? sum + part.amountMinor : sum - part.amountMinor;
  }, 0n);
}

function amountOf(entry: Element): { readonly minor: bigint; readonly currency: Currency } {
  const amount = required(entry, 'Amt');
  const currency = take(amount, readCurrency(amount.attributes.get('Ccy') ?? ''));
  return { minor: take(amount, readAmount(textOf(amount), currency)), currency };
}

/** Amount of one payment in the entry's currency; undefined if it is not stated. */
function partOf(detail: Element, currency: Currency): bigint | undefined {
  const details = one(detail, 'AmtDtls');
  const inDetails = details && one(details, 'TxAmt');
  const candidates = [one(detail, 'Amt'), inDetails && one(inDetails, 'Amt')];
  const amount = candidates.find((candidate) => candidate?.attributes.get('Ccy') === currency);
  return amount ? take(amount, readAmount(textOf(amount), currency)) : undefined;
}

function directionOf(element: Element): Payment['creditDebit'] | undefined {
  const indicator = one(element, 'CdtDbtInd');
  if (!indicator) {
    if (element.name === 'Ntry') required(element, 'CdtDbtInd');
    return undefined;
  }
  const text = textOf(indicator);
  if (text === 'CRDT') return 'credit';
  if (text === 'DBIT') return 'debit';
  throw new StatementError(
    indicator.line,
    'CdtDbtInd',
    'the credit/debit indicator must be CRDT or DBIT',
  );
}

/** The booking day. For a timestamp, the local day at the bank. */
function bookingDateOf(entry: Element): string {
  const booking = required(entry, 'BookgDt');
  const text = valueAt(booking, 'Dt') ?? valueAt(booking, 'DtTm') ?? '';
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)(?:$|[TZ+-])/.exec(text) ?? [];
  return take(booking, readDay(year, month, day));
}

function take<Value>({ line, name }: Element, read: Read<Value>): Value {
  if ('value' in read) return read.value;
  throw new StatementError(line, name, read.fault);
}
