/** Patterns of the published DATEV format (developer.datev.de), header 700, posting batch 13. */
const text = (length: number) => new RegExp(`^"(?:[^"\\p{Cc}]|""){0,${length}}"$`, 'u');
const optional = (expression: string) => new RegExp(`^(?:${expression})?$`);
const digits = (length: number) => optional(`\\d{1,${length}}`);
const DAY = '(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2])';
const date = optional(`${DAY}20\\d{2}`);
const decimal = (length: number, places: number) => optional(`\\d{1,${length}},\\d{${places}}`);
const compactDay = /^20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const EMPTY = /^$/;
const EMPTY_TEXT = /^""$/;

const header: readonly (readonly [string, RegExp])[] = [
  ['Kennzeichen', /^"EXTF"$/],
  ['Versionsnummer', /^700$/],
  ['Formatkategorie', /^21$/],
  ['Formatname', /^"Buchungsstapel"$/],
  ['Formatversion', /^13$/],
  ['Erzeugt am', /^20\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{9}$/],
  ['Importiert', EMPTY],
  ['Herkunft', /^"\w{0,2}"$/],
  ['Exportiert von', /^"\w{0,25}"$/],
  ['Importiert von', EMPTY_TEXT],
  ['Beraternummer', /^(?:100[1-9]|10[1-9]\d|1[1-9]\d{2}|[2-9]\d{3}|[1-9]\d{4,6})$/],
  ['Mandantennummer', /^[1-9]\d{0,4}$/],
  ['WJ-Beginn', compactDay],
  ['Sachkontenlänge', /^[4-8]$/],
  ['Datum von', compactDay],
  ['Datum bis', compactDay],
  ['Bezeichnung', /^"[\w.\-/ ]{0,30}"$/],
  ['Diktatkürzel', /^"(?:[A-Z]{2}){0,2}"$/],
  ['Buchungstyp', /^[12]$/],
  ['Rechnungslegungszweck', /^(?:0|30|40|50|64)$/],
  ['Festschreibung', /^[01]$/],
  ['WKZ', /^"[A-Z]{3}"$/],
  ['Reserviert', EMPTY],
  ['Derivatskennzeichen', EMPTY_TEXT],
  ['Reserviert', EMPTY],
  ['Reserviert', EMPTY],
  ['Sachkontenrahmen', /^"(?:\d{2}){0,2}"$/],
  ['ID der Branchenlösung', digits(4)],
  ['Reserviert', EMPTY],
  ['Reserviert', EMPTY_TEXT],
  ['Anwendungsinformation', text(16)],
];

const kinds = (count: number, name: string) =>
  Array.from({ length: count }, (_, index): readonly (readonly [string, RegExp])[] => [
    [`${name} - Art ${index + 1}`, text(20)],
    [`${name} - Inhalt ${index + 1}`, text(210)],
  ]).flat();

const fields: readonly (readonly [string, RegExp])[] = [
  ['Umsatz', /^(?!0{1,10},00)\d{1,10},\d{2}$/],
  ['Soll/Haben-Kennzeichen', /^"[SH]"$/],
  ['WKZ Umsatz', /^"[A-Z]{3}"$/],
  ['Kurs', optional('[1-9]\\d{0,3},\\d{2,6}')],
  ['Basis-Umsatz', decimal(10, 2)],
  ['WKZ Basis-Umsatz', /^"(?:[A-Z]{3})?"$/],
  ['Konto', /^\d{1,9}$/],
  ['Gegenkonto', /^\d{1,9}$/],
  ['BU-Schlüssel', /^"(?:\d{4})?"$/],
  ['Belegdatum', new RegExp(`^${DAY}$`)],
  ['Belegfeld 1', /^"[\w$%\-/]{0,36}"$/],
  ['Belegfeld 2', /^"[\w$%\-/]{0,12}"$/],
  ['Skonto', decimal(8, 2)],
  ['Buchungstext', text(60)],
  ['Postensperre', optional('[01]')],
  ['Diverse Adressnummer', text(9)],
  ['Geschäftspartnerbank', digits(3)],
  ['Sachverhalt', digits(2)],
  ['Zinssperre', optional('[01]')],
  ['Beleglink', text(210)],
  ...kinds(8, 'Beleginfo'),
  ['KOST1', text(36)],
  ['KOST2', text(36)],
  ['Kost-Menge', decimal(12, 4)],
  ['EU-Land u. UStID (Bestimmung)', /^"(?:[A-Z]{2}[A-Z0-9+*]{1,13})?"$/],
  ['EU-Steuersatz (Bestimmung)', decimal(2, 2)],
  ['Abw. Versteuerungsart', /^"[IKPS]?"$/],
  ['Sachverhalt L+L', digits(3)],
  ['Funktionsergänzung L+L', digits(3)],
  ['BU 49 Hauptfunktionstyp', digits(1)],
  ['BU 49 Hauptfunktionsnummer', digits(2)],
  ['BU 49 Funktionsergänzung', digits(3)],
  ...kinds(20, 'Zusatzinformation'),
  ['Stück', digits(8)],
  ['Gewicht', decimal(8, 2)],
  ['Zahlweise', digits(2)],
  ['Forderungsart', text(10)],
  ['Veranlagungsjahr', optional('20\\d{2}')],
  ['Zugeordnete Fälligkeit', date],
  ['Skontotyp', digits(1)],
  ['Auftragsnummer', text(30)],
  ['Buchungstyp', /^"(?:[A-Z]{2})?"$/],
  ['USt-Schlüssel (Anzahlungen)', digits(4)],
  ['EU-Land (Anzahlungen)', /^"(?:[A-Z]{2})?"$/],
  ['Sachverhalt L+L (Anzahlungen)', digits(3)],
  ['EU-Steuersatz (Anzahlungen)', decimal(2, 2)],
  ['Erlöskonto (Anzahlungen)', digits(9)],
  ['Herkunft-Kz', /^"(?:[A-Z]{2})?"$/],
  ['Buchungs GUID', text(36)],
  ['KOST-Datum', date],
  ['SEPA-Mandatsreferenz', text(35)],
  ['Skontosperre', optional('[01]')],
  ['Gesellschaftername', text(76)],
  ['Beteiligtennummer', digits(4)],
  ['Identifikationsnummer', text(11)],
  ['Zeichnernummer', text(20)],
  ['Postensperre bis', date],
  ['Bezeichnung SoBil-Sachverhalt', text(30)],
  ['Kennzeichen SoBil-Buchung', digits(2)],
  ['Festschreibung', /^[01]$/],
  ['Leistungsdatum', date],
  ['Datum Zuord. Steuerperiode', date],
  ['Fälligkeit', date],
  ['Generalumkehr', /^"[G01]?"$/],
  ['Steuersatz', decimal(2, 2)],
  ['Land', /^"(?:[A-Z]{2})?"$/],
  ['Abrechnungsreferenz', text(50)],
  ['BVV-Position', digits(1)],
  ['EU-Land u. UStID (Ursprung)', /^"(?:[A-Z]{2}[A-Z0-9+*]{1,13})?"$/],
  ['EU-Steuersatz (Ursprung)', decimal(2, 2)],
  ['Abw. Skontokonto', digits(9)],
];

/** Columns whose names reveal a wrong order; counted from 1. */
const named: Readonly<Record<number, string>> = {
  ...{ 1: 'Umsatz (ohne Soll/Haben-Kz)', 7: 'Konto', 8: 'Gegenkonto (ohne BU-Schlüssel)' },
  ...{ 10: 'Belegdatum', 11: 'Belegfeld 1', 14: 'Buchungstext', 37: 'KOST1 - Kostenstelle' },
  ...{ 40: 'EU-Land u. UStID (Bestimmung)', 48: 'Zusatzinformation - Art 1' },
  ...{ 49: 'Zusatzinformation- Inhalt 1', 88: 'Stück', 114: 'Festschreibung' },
  ...{ 118: 'Generalumkehr (GU)', 125: 'Abw. Skontokonto' },
};

/** Errors for which DATEV would reject a file; empty for a valid batch. */
export function faultsOfBatch(file: Buffer): readonly string[] {
  const content = new TextDecoder('windows-1252').decode(file);
  if (!content.endsWith('\r\n')) return ['the last line does not end'];
  const [first = '', second = '', ...rows] = content.slice(0, -2).split('\r\n');
  const names = second.split(';');
  const misnamed = Object.entries(named).filter(([at, name]) => names[Number(at) - 1] !== name);
  return [
    ...faultsOf(first, header, 'header'),
    ...(names.length === fields.length ? [] : [`${names.length} columns`]),
    ...misnamed.map(([at, name]) => `column ${at} is not ${name}`),
    ...(rows.length > 99_999 ? [`${rows.length} rows`] : []),
    ...rows.flatMap((row, index) => faultsOf(row, fields, `row ${index + 1}`)),
  ];
}

function faultsOf(
  line: string,
  expected: readonly (readonly [string, RegExp])[],
  where: string,
): readonly string[] {
  const given = line
    .match(/(?:"(?:[^"]|"")*"|[^;"]*)(?:;|$)/g)
    ?.map((part) => part.replace(/;$/, ''));
  const values = given?.slice(0, line.endsWith(';') ? undefined : -1) ?? [];
  if (values.length !== expected.length) return [`${where} has ${values.length} fields`];
  return expected.flatMap(([name, expression], index) =>
    expression.test(values[index] ?? '') ? [] : [`${where}: ${name} is ${values[index]}`],
  );
}
