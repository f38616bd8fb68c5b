import PDFDocument from 'pdfkit';
import { mainFont, openFont, segmentsOf } from './fonts.ts';
import { toRuns } from './runs.ts';

const MARGIN = 56;
const BOTTOM = 64;
export const INK = '#1b2129';
export const QUIET = '#586170';
const LINE = '#d9dde3';
const MARK_SIZE = 90;
const MARK_OPACITY = 0.15;
/** Approximate number of characters in the widest column. */
const PART_CHARACTERS = 128;

/** Alignment of text within its column. */
export type Side = 'start' | 'end';

export interface Column {
  readonly x: number;
  readonly width: number;
  readonly side: Side;
}

/** Writes from top to bottom over as many pages as needed. Sizes are points. */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  readonly left = MARGIN;
  readonly width: number;
  y = MARGIN;
  /** Draws the head of each further page. */
  private readonly onPage: (sheet: Sheet) => void;

  constructor(pdf: PDFKit.PDFDocument, onPage: (sheet: Sheet) => void) {
    this.pdf = pdf;
    this.width = pdf.page.width - 2 * MARGIN;
    this.onPage = onPage;
  }

  /** Starts a new page unless the height fits on this one. */
  need(height: number): void {
    if (this.y + height <= this.pdf.page.height - BOTTOM) return;
    this.pdf.addPage();
    this.y = MARGIN;
    this.onPage(this);
  }

  rule(): void {
    const { pdf, left, width, y } = this;
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
  }

  /** Writes texts side by side, each in its column, and moves below the tallest. */
  row(
    cells: readonly (readonly [text: string, column: Column])[],
    { size = 9, isBold = false, color = INK, gap = 4 } = {},
  ): void {
    const pen = { pdf: this.pdf.fontSize(size), isBold };
    const wrapped = cells.map(([text, column]) => ({
      column,
      lines: text.split('\n').flatMap((line) => wrap(pen, line, column.width)),
    }));
    const lineHeight = size * 1.4;
    const height = Math.max(...wrapped.map(({ lines }) => lines.length)) * lineHeight;
    this.need(Math.min(height, lineHeight * 3) + gap);
    const rows = Math.max(...wrapped.map(({ lines }) => lines.length));
    for (let index = 0; index < rows; index += 1) {
      this.need(lineHeight);
      this.pdf.fontSize(size).fillColor(color);
      for (const { column, lines } of wrapped) {
        const line = lines[index];
        if (line !== undefined) this.write(line, column, isBold);
      }
      this.y += lineHeight;
    }
    this.y += gap;
  }

  /** Writes one line in visual order, from right to left for such scripts. */
  private write(text: string, { x, width, side }: Column, isBold: boolean): void {
    const { pdf } = this;
    const pen = { pdf, isBold };
    const { runs, isRightToLeft } = toRuns(text);
    const widths = runs.map((run) => widthOf(pen, run));
    const total = widths.reduce((sum, each) => sum + each, 0);
    const isAtEnd = (side === 'end') !== isRightToLeft || (side === 'end' && isRightToLeft);
    let at = isAtEnd ? x + width - total : x;
    for (const [index, run] of runs.entries()) {
      drawText(pen, run, at, this.y);
      at += widths[index] ?? 0;
    }
  }
}

/** A document, and the font weight. */
interface Pen {
  readonly pdf: PDFKit.PDFDocument;
  readonly isBold: boolean;
}

/** Fonts registered with each document, by path. */
const registered = new WeakMap<PDFKit.PDFDocument, Set<string>>();

function useFont(pdf: PDFKit.PDFDocument, path: string): PDFKit.PDFDocument {
  const known = registered.get(pdf) ?? new Set();
  if (!known.has(path)) {
    // The library also accepts an open font, which its types omit.
    pdf.registerFont(path, openFont(path) as unknown as string);
    registered.set(pdf, known.add(path));
  }
  return pdf.font(path);
}

function widthOf({ pdf, isBold }: Pen, text: string): number {
  return segmentsOf(text, isBold).reduce(
    (width, segment) => width + useFont(pdf, segment.font).widthOfString(segment.text),
    0,
  );
}

/** Draws a line whose fonts change where its scripts do. */
function drawText({ pdf, isBold }: Pen, text: string, x: number, y: number): void {
  let at = x;
  for (const segment of segmentsOf(text, isBold)) {
    useFont(pdf, segment.font).text(segment.text, at, y, { lineBreak: false });
    at += pdf.widthOfString(segment.text);
  }
}

/** Wraps text to a width: between words, and within words that exceed it. */
function wrap(pen: Pen, text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  for (const word of text.split(/(?<=\s)/)) {
    if (lineWidth + widthOf(pen, word.trimEnd()) > width) {
      if (line !== '') lines.push(line.trimEnd());
      const parts = breakWord(pen, word, width);
      lines.push(...parts.slice(0, -1));
      line = parts.at(-1) ?? '';
      lineWidth = widthOf(pen, line);
    } else {
      line += word;
      lineWidth += widthOf(pen, word);
    }
  }
  return [...lines, line.trimEnd()];
}

/**
 * Splits a word into parts that fit, by binary search, because measuring is linear in the length.
 */
function breakWord(pen: Pen, word: string, width: number): readonly string[] {
  const parts: string[] = [];
  let rest = Array.from(word);
  while (rest.length > 1 && widthOf(pen, rest.join('').trimEnd()) > width) {
    let fits = 1;
    let tooMany = Math.min(rest.length, 2 * PART_CHARACTERS);
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2);
      if (widthOf(pen, rest.slice(0, middle).join('')) <= width) fits = middle;
      else tooMany = middle;
    }
    parts.push(rest.slice(0, fits).join(''));
    rest = rest.slice(fits);
  }
  return [...parts, rest.join('')];
}

/** An archivable document (PDF/A-3, ISO 19005-3); the same content gives the same bytes. */
export function newPdf(title: string, language: string, at: Date): PDFKit.PDFDocument {
  return new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: language,
    displayTitle: true,
    font: openFont(mainFont(false)) as unknown as string,
    info: { Title: title, Creator: 'Florin', Producer: 'Florin', CreationDate: at, ModDate: at },
  } as PDFKit.PDFDocumentOptions);
}

export function numberPages(pdf: PDFKit.PDFDocument, title: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    // Inside the margin, where text would otherwise start a new page.
    pdf.page.margins.bottom = 0;
    const text = `${title} · ${page + 1}/${count}`;
    pdf.fontSize(7.5).fillColor(QUIET);
    drawText({ pdf, isBold: false }, text, MARGIN, pdf.page.height - 40);
  }
}

/** Writes a large word across each page, so that the document is not mistaken for an original. */
export function markPages(pdf: PDFKit.PDFDocument, word: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    const { width, height } = pdf.page;
    const center: [number, number] = [width / 2, height / 2];
    pdf.save().rotate(-45, { origin: center });
    useFont(pdf, mainFont(true)).fontSize(MARK_SIZE).fillColor(QUIET).fillOpacity(MARK_OPACITY);
    pdf.text(word, center[0] - pdf.widthOfString(word) / 2, center[1] - MARK_SIZE / 2, {
      lineBreak: false,
    });
    pdf.restore();
  }
}

/** All bytes of a document, once it is finished. */
export function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}
