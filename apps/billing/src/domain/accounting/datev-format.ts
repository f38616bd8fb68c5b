import type { DatevSettingsResource } from '@florin/contracts';

// DATEV posting batch: header 700, category 21, format version 13 (developer.datev.de).

const numbered = (from: number, to: number, name: (index: number) => readonly string[]) =>
  Array.from({ length: to - from + 1 }, (_, index) => name(from + index)).flat();

/** Columns in order; the format has 125. */
export const datevColumns: readonly string[] = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs'],
  ...['Basis-Umsatz', 'WKZ Basis-Umsatz', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)'],
  ...['BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto', 'Buchungstext'],
  ...['Postensperre', 'Diverse Adressnummer', 'Geschäftspartnerbank', 'Sachverhalt'],
  ...['Zinssperre', 'Beleglink'],
  ...numbered(1, 8, (at) => [`Beleginfo - Art ${at}`, `Beleginfo - Inhalt ${at}`]),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge'],
  ...['EU-Land u. UStID (Bestimmung)', 'EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart'],
  ...['Sachverhalt L+L', 'Funktionsergänzung L+L', 'BU 49 Hauptfunktionstyp'],
  ...['BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...numbered(1, 20, (at) => [`Zusatzinformation - Art ${at}`, `Zusatzinformation- Inhalt ${at}`]),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr'],
  ...['Zugeordnete Fälligkeit', 'Skontotyp', 'Auftragsnummer', 'Buchungstyp'],
  ...['USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)', 'Sachverhalt L+L (Anzahlungen)'],
  ...['EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz', 'Buchungs GUID'],
  ...['KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername'],
  ...['Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis'],
  ...['Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung'],
  ...['Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)'],
  ...['Steuersatz', 'Land', 'Abrechnungsreferenz', 'BVV-Position'],
  ...['EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)', 'Abw. Skontokonto'],
];

/** Fields that are quoted even when empty; counted from 1. */
const quotedFields: ReadonlySet<number> = new Set([
  ...[2, 3, 6, 9, 11, 12, 14, 16, 20],
  ...fieldsFrom(21, 38),
  ...[40, 42],
  ...fieldsFrom(48, 87),
  ...[91, 95, 96, 98, 102, 103, 105, 107, 109, 110, 112, 118, 120, 121, 123],
]);

function fieldsFrom(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** A posting of one debit and one credit; all fields not listed are empty. */
export interface DatevRow {
  /** Two decimals and a comma: `119,00`. Never zero. */
  readonly amount: string;
  /** Side of `account`: debit (Soll) or credit (Haben). */
  readonly side: 'S' | 'H';
  readonly currency: string;
  readonly account: string;
  readonly contraAccount: string;
  /** Four digits, or empty. */
  readonly postingKey: string;
  /** Day and month. */
  readonly day: string;
  readonly document: string;
  readonly text: string;
  /** VAT ID of a customer who owes the tax; empty otherwise. */
  readonly vatId: string;
}

const DOCUMENT_LENGTH_MAX = 36;
const TEXT_LENGTH_MAX = 60;
const VAT_ID_LENGTH_MAX = 15;

export function datevLine(row: DatevRow): string {
  const fields: Readonly<Record<number, string>> = {
    ...{ 1: row.amount, 2: row.side, 3: row.currency, 7: row.account, 8: row.contraAccount },
    ...{ 9: row.postingKey, 10: row.day },
    // The format allows only these characters.
    11: row.document.replaceAll(/[^A-Za-z0-9_$%/-]/g, '-').slice(0, DOCUMENT_LENGTH_MAX),
    14: row.text.slice(0, TEXT_LENGTH_MAX),
    40: row.vatId.slice(0, VAT_ID_LENGTH_MAX),
    // Not locked: the tax consultant checks the batch first.
    114: '0',
  };
  return line(
    datevColumns.map((_, index) => {
      const value = fields[index + 1] ?? '';
      return quotedFields.has(index + 1) ? quoted(value) : value;
    }),
  );
}

export interface DatevBatch extends DatevSettingsResource {
  /** Milliseconds since 1970: the end of the span, so that the same span gives the same bytes. */
  readonly createdAt: number;
  /** Days (ISO 8601), both inclusive, and the first day of their fiscal year. */
  readonly from: string;
  readonly to: string;
  readonly fiscalYear: string;
}

/** The first two lines: description of the batch, and column names. */
export function datevHead(batch: DatevBatch): string {
  const created = new Date(batch.createdAt).toISOString().replaceAll(/\D/g, '').slice(0, 17);
  const compact = (day: string) => day.replaceAll('-', '');
  const header = [
    ...[quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13', created, '', quoted('RE')],
    ...[quoted('Florin'), quoted(''), String(batch.consultant_number)],
    ...[String(batch.client_number), compact(batch.fiscalYear), String(batch.account_length)],
    ...[compact(batch.from), compact(batch.to)],
    quoted(`Florin ${compact(batch.from)}-${compact(batch.to)}`),
    ...[quoted(''), '1', '0', '0', quoted('EUR'), '', quoted(''), '', '', quoted(''), '', ''],
    ...[quoted(''), quoted('')],
  ];
  return line(header) + line(datevColumns);
}

function line(fields: readonly string[]): string {
  return `${fields.join(';')}\r\n`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/\p{Cc}/gu, ' ').replaceAll('"', '""')}"`;
}

const cp1252 = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, at) => at)),
  ).map((character, byte) => [character, byte] as const),
);
const UNKNOWN = 0x3f;

/** Windows-1252, the only encoding that all DATEV imports read; `?` replaces other characters. */
export function toCp1252(text: string): Buffer {
  return Buffer.from(Array.from(text.normalize('NFC'), (each) => cp1252.get(each) ?? UNKNOWN));
}
