import type { TaxIdResource } from '@florin/contracts';
import { formatAmount } from '@florin/money';
import { pickLocale } from '@florin/pages';
import type { SalesDocument } from '../../../domain/document/model.ts';
import { addressLines } from '../address.ts';
import { isReadableOnWhite } from '../page/contrast.ts';
import { type DocumentTexts, documentTexts } from '../texts.ts';
import { drawnPriceOf } from '../unit-prices.ts';
import {
  type Column,
  collect,
  INK,
  markPages,
  newPdf,
  numberPages,
  QUIET,
  Sheet,
} from './layout.ts';

/** Complete input of a PDF: drawing reads nothing else. */
export interface PdfOrder {
  readonly document: SalesDocument;
  readonly language: string | undefined;
  readonly logo: Uint8Array | undefined;
  /**
   * The embedded e-invoice (Factur-X 1.07, EN 16931); undefined if EN 16931 cannot represent the
   * document.
   */
  readonly xml: string | undefined;
}

interface Writing {
  readonly tag: string;
  readonly texts: DocumentTexts;
  readonly days: Intl.DateTimeFormat;
  readonly money: (amount: bigint) => string;
}

/** Draws a document as PDF/A-3 with its e-invoice. The same order gives the same bytes. */
export function renderPdf({ document, language, logo, xml }: PdfOrder): Promise<Buffer> {
  const { tag, texts } = pickLocale(documentTexts, language, undefined);
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: document.timezone });
  const money = (amount: bigint) => formatAmount(amount, document.currency, tag);
  const writing = { tag, texts, days, money };
  const title = `${texts[document.kind]} ${document.number ?? `(${texts.statuses.draft})`}`;
  const at = new Date(document.issuedAt ?? 0);
  const pdf = newPdf(title, tag, at);
  const done = collect(pdf);
  const columns = columnsOf(pdf.page.width);
  const sheet = new Sheet(pdf, (next) => headTable(next, columns, writing));
  drawLetterhead(sheet, document, logo, title);
  if (document.status === 'draft') drawDraft(sheet, writing);
  drawParties(sheet, document, writing);
  headTable(sheet, columns, writing);
  drawLines(sheet, document, columns, writing);
  drawTotals(sheet, document, writing);
  drawNotes(sheet, document, writing);
  if (document.status === 'draft') markPages(pdf, texts.statuses.draft.toLocaleUpperCase(tag));
  numberPages(pdf, title);
  if (xml !== undefined) attach(pdf, xml, at);
  pdf.end();
  return done;
}

interface Columns {
  readonly name: Column;
  readonly quantity: Column;
  readonly price: Column;
  readonly amount: Column;
}

function columnsOf(pageWidth: number): Columns {
  const right = pageWidth - 56;
  return {
    name: { x: 56, width: 240, side: 'start' },
    quantity: { x: 300, width: 50, side: 'end' },
    price: { x: 354, width: 90, side: 'end' },
    amount: { x: 448, width: right - 448, side: 'end' },
  };
}

function drawLetterhead(
  sheet: Sheet,
  { seller }: SalesDocument,
  logo: Uint8Array | undefined,
  title: string,
): void {
  const whole: Column = { x: sheet.left, width: sheet.width, side: 'start' };
  if (logo) {
    sheet.pdf.image(Buffer.from(logo), sheet.left, sheet.y, { fit: [180, 56] });
    sheet.y += 68;
  }
  sheet.row([[seller.name, whole]], { size: 10, color: QUIET, gap: 18 });
  const color = seller.color && isReadableOnWhite(seller.color) ? seller.color : INK;
  sheet.row([[title, whole]], { size: 18, isBold: true, color, gap: 12 });
}

function drawDraft(sheet: Sheet, { texts }: Writing): void {
  const whole: Column = { x: sheet.left, width: sheet.width, side: 'start' };
  sheet.row([[texts.draft, whole]], { isBold: true, gap: 12 });
}

function drawParties(sheet: Sheet, document: SalesDocument, writing: Writing): void {
  const { texts, days } = writing;
  const half = sheet.width / 2 - 10;
  const left: Column = { x: sheet.left, width: half, side: 'start' };
  const right: Column = { x: sheet.left + half + 20, width: half, side: 'start' };
  sheet.row(
    [
      [texts.from, left],
      [texts.to, right],
    ],
    { size: 8, color: QUIET, gap: 0 },
  );
  sheet.row([
    [sellerText(document.seller, writing), left],
    [buyerText(document, writing), right],
  ]);
  sheet.y += 8;
  const facts: readonly (readonly [string, string | null])[] = [
    [texts.ofInvoice, document.ofInvoice],
    [texts.poNumber, document.buyer?.poNumber ?? null],
    [texts.buyerReference, document.buyer?.buyerReference ?? null],
    [texts.issued, document.issuedAt && days.format(document.issuedAt)],
    [texts.due, document.dueAt && days.format(document.dueAt)],
    [texts.paid, document.paidAt && days.format(document.paidAt)],
    [texts.id, document.id],
  ].map(([name, value]) => [String(name), value ? String(value) : null]);
  const name: Column = { x: sheet.left, width: 110, side: 'start' };
  const value: Column = { x: sheet.left + 120, width: sheet.width - 120, side: 'start' };
  for (const [what, said] of facts)
    if (said !== null)
      sheet.row(
        [
          [what, name],
          [said, value],
        ],
        { gap: 1 },
      );
  sheet.y += 14;
}

function sellerText(seller: SalesDocument['seller'], writing: Writing): string {
  const address = seller.address ? addressLines(seller.address, writing.tag) : [];
  const contact = [seller.email, seller.phone].filter(Boolean);
  return [seller.name, ...address, ...taxIds(seller.taxIds, writing), ...contact].join('\n');
}

function buyerText({ buyer, buyerReference }: SalesDocument, writing: Writing): string {
  if (!buyer) return buyerReference;
  const names = [buyer.company, buyer.name].filter(Boolean);
  const shown = names.length > 0 ? names : [buyer.email ?? buyerReference];
  const address = buyer.address ? addressLines(buyer.address, writing.tag) : [];
  return [...shown, ...address, ...taxIds(buyer.taxIds, writing)].join('\n');
}

function taxIds(ids: readonly TaxIdResource[] | undefined, { texts }: Writing): readonly string[] {
  return (ids ?? []).map(
    ({ type, value }) => `${type === 'vat' ? texts.vatId : texts.taxId}: ${value}`,
  );
}

/** Draws the head of the table on each of its pages. */
function headTable(sheet: Sheet, columns: Columns, { texts }: Writing): void {
  sheet.row(
    [
      [texts.item, columns.name],
      [texts.quantity, columns.quantity],
      [texts.price, columns.price],
      [texts.amount, columns.amount],
    ],
    { size: 8, color: QUIET },
  );
  sheet.rule();
  sheet.y += 5;
}

function drawLines(
  sheet: Sheet,
  document: SalesDocument,
  columns: Columns,
  writing: Writing,
): void {
  const { tag, texts, days, money } = writing;
  for (const line of document.lines) {
    const { type, name, quantity, amount, span } = line;
    const { price, details } = drawnPriceOf(line, document.currency, tag);
    const isPlain = type === 'item' || type === 'tax' || type === 'credited';
    const what = [isPlain ? '' : texts.lines[type], name ?? ''].filter(Boolean).join(' ');
    sheet.row(
      [
        [what, columns.name],
        [quantity?.toString() ?? '', columns.quantity],
        [price, columns.price],
        [money(amount), columns.amount],
      ],
      { gap: span || details.length > 0 ? 0 : 5 },
    );
    const time = span && days.formatRange(span.startAt, span.endAt).replaceAll('\u2009', ' ');
    const notes = [...(time ? [time] : []), ...details];
    for (const [index, note] of notes.entries()) {
      const gap = index === notes.length - 1 ? 5 : 0;
      sheet.row([[note, columns.name]], { size: 7.5, color: QUIET, gap });
    }
  }
  sheet.rule();
  sheet.y += 6;
}

function drawTotals(sheet: Sheet, document: SalesDocument, { texts, money, tag }: Writing): void {
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 4 });
  const name: Column = { x: sheet.left + 160, width: 220, side: 'start' };
  const value: Column = { x: sheet.left + 384, width: sheet.width - 384, side: 'end' };
  const { taxes, credits, net, gross, due } = document;
  const charged = taxes.filter(({ category }) => category === 'S' || category === 'Z');
  const rows: (readonly [string, bigint])[] = [
    ...(taxes.length > 0 ? [[texts.subtotal, net] as const] : []),
    ...charged.map((tax) => {
      const rate = `${tax.name} ${percent.format(Number(tax.percentage) / 100)}`;
      return [texts.taxOn(rate, money(tax.taxable)), tax.amount] as const;
    }),
    [texts.total, gross],
    ...credits.map(({ type, amount }) => [texts.lines[type], amount] as const),
    ...(due === gross ? [] : [[texts.dueTotal, due] as const]),
  ];
  for (const [index, [what, amount]] of rows.entries())
    sheet.row(
      [
        [what, name],
        [money(amount), value],
      ],
      { isBold: index === rows.length - 1, gap: 2 },
    );
  sheet.y += 14;
}

function drawNotes(sheet: Sheet, { notes, memo, seller }: SalesDocument, { texts }: Writing): void {
  const whole: Column = { x: sheet.left, width: sheet.width, side: 'start' };
  for (const category of notes) sheet.row([[texts.notes[category], whole]]);
  if (memo !== null) sheet.row([[memo, whole]]);
  if (!seller.footer) return;
  sheet.y += 10;
  sheet.row([[seller.footer, whole]], { size: 8, color: QUIET });
}

/** Metadata that Factur-X requires in a PDF (Factur-X 1.07, section 6.2). */
const FACTUR_X = `
  <rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
      xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>fx</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq>
${['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel']
  .map(
    (name) => `        <rdf:li rdf:parseType="Resource">
          <pdfaProperty:name>${name}</pdfaProperty:name>
          <pdfaProperty:valueType>Text</pdfaProperty:valueType>
          <pdfaProperty:category>external</pdfaProperty:category>
          <pdfaProperty:description>${name} of the embedded XML</pdfaProperty:description>
        </rdf:li>`,
  )
  .join('\n')}
      </rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`;

function attach(pdf: PDFKit.PDFDocument, xml: string, at: Date): void {
  pdf.file(Buffer.from(xml), {
    name: 'factur-x.xml',
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: at,
    modifiedDate: at,
  } as never);
  (pdf as unknown as { appendXML(xml: string): void }).appendXML(FACTUR_X);
}
