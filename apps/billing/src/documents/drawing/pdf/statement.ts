import { type Currency, formatAmount } from '@florin/money';
import { type Languages, pickLocale } from '@florin/pages';
import { type Column, collect, newPdf, numberPages, QUIET, Sheet } from './layout.ts';

/**
 * Opening balance, movements and closing balance. Amounts are minor units, instants milliseconds
 * since 1970.
 */
export interface Statement {
  readonly account: string;
  readonly accountId: string;
  readonly from: number;
  /** Exclusive. */
  readonly until: number;
  readonly currency: Currency;
  readonly timezone: string;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly movements: readonly {
    readonly at: number;
    readonly text: string;
    readonly kind: string;
    readonly amount: bigint;
    readonly balance: bigint;
  }[];
}

interface Texts {
  readonly title: string;
  readonly opening: string;
  readonly closing: string;
  readonly day: string;
  readonly what: string;
  readonly amount: string;
  readonly balance: string;
  readonly nothing: string;
}

const texts: Languages<Texts> = {
  en: {
    title: 'Balance statement',
    ...{ opening: 'Opening balance', closing: 'Closing balance', day: 'Date', what: 'Description' },
    ...{ amount: 'Amount', balance: 'Balance', nothing: 'No transactions in this period.' },
  },
  de: {
    title: 'Kontoauszug',
    ...{ opening: 'Anfangssaldo', closing: 'Endsaldo', day: 'Datum', what: 'Vorgang' },
    ...{ amount: 'Betrag', balance: 'Saldo', nothing: 'Keine Bewegungen.' },
  },
  fr: {
    title: 'Relevé de compte',
    ...{ opening: 'Solde initial', closing: 'Solde final', day: 'Date', what: 'Opération' },
    ...{ amount: 'Montant', balance: 'Solde', nothing: 'Aucun mouvement.' },
  },
  es: {
    title: 'Extracto de cuenta',
    ...{ opening: 'Saldo inicial', closing: 'Saldo final', day: 'Fecha', what: 'Movimiento' },
    ...{ amount: 'Importe', balance: 'Saldo', nothing: 'Sin movimientos.' },
  },
};

/** Draws a balance statement. The same statement gives the same bytes. */
export function renderStatement(
  statement: Statement,
  language: string | undefined,
): Promise<Buffer> {
  const { tag, texts: said } = pickLocale(texts, language, undefined);
  const { timezone: timeZone, currency, from, until, opening, closing } = statement;
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone });
  const money = (amount: bigint) => formatAmount(amount, currency, tag);
  const pdf = newPdf(said.title, tag, new Date(until));
  const done = collect(pdf);
  const right = pdf.page.width - 56;
  const columns = {
    day: { x: 56, width: 80, side: 'start' },
    what: { x: 140, width: 210, side: 'start' },
    amount: { x: 354, width: 92, side: 'end' },
    balance: { x: 450, width: right - 450, side: 'end' },
  } as const satisfies Record<string, Column>;
  const row = (sheet: Sheet, cells: readonly string[], look = {}) =>
    sheet.row(
      Object.values(columns).map((column, index) => [cells[index] ?? '', column] as const),
      look,
    );
  const head = (sheet: Sheet) => {
    row(sheet, [said.day, said.what, said.amount, said.balance], { size: 8, color: QUIET });
    sheet.rule();
    sheet.y += 5;
  };
  const sheet = new Sheet(pdf, head);
  const whole: Column = { x: sheet.left, width: sheet.width, side: 'start' };
  sheet.row([[`${statement.account}\n${statement.accountId}`, whole]], { color: QUIET, gap: 14 });
  sheet.row([[said.title, whole]], { size: 18, isBold: true, gap: 6 });
  const span = days.formatRange(from, until - 1).replaceAll('\u2009', ' ');
  sheet.row([[span, whole]], { gap: 16 });
  head(sheet);
  row(sheet, [days.format(from), said.opening, '', money(opening)], { isBold: true });
  for (const { at, text, kind, amount, balance } of statement.movements)
    row(sheet, [days.format(at), `${text} (${kind})`, money(amount), money(balance)]);
  if (statement.movements.length === 0) sheet.row([[said.nothing, whole]], { color: QUIET });
  sheet.rule();
  sheet.y += 6;
  row(sheet, [days.format(until - 1), said.closing, '', money(closing)], { isBold: true });
  numberPages(pdf, said.title);
  pdf.end();
  return done;
}
