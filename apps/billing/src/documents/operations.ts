import type { Uuid } from '@florin/contracts';
import type { FileReply, TextReply } from '@florin/http-api';
import { type AccountsDeps, findAccount } from '../accounts/peers.ts';
import type { CreditNote } from '../credit-notes/model.ts';
import { findCustomer } from '../customers/queries.ts';
import type { Invoice } from '../invoices/model.ts';
import { type Logo, toDataUrl } from '../logos/logo.ts';
import { type LogosDeps, openLogo } from '../logos/operations.ts';
import { creditNoteDocument, type Fallback, invoiceDocument, type SalesDocument } from './model.ts';
import { type PageActions, renderPage } from './page/render.ts';
import type { Draw } from './pdf/draw.ts';

export interface DocumentsDeps extends AccountsDeps, LogosDeps {
  readonly draw: Draw;
}

/** Who asks for a page, and in which languages they read. */
interface Reader {
  readonly requestId: string;
  readonly acceptLanguage: string | undefined;
}

/** What is shown of a document, whatever it is drawn on. */
interface Shown {
  readonly sellerId: Uuid;
  readonly document: SalesDocument;
  /** Of the customer, else of the seller; undefined for the reader's. */
  readonly language: string | undefined;
  readonly logo: Logo | undefined;
}

export function showInvoice(
  deps: DocumentsDeps,
  invoice: Invoice,
  reader: Reader,
  actions?: PageActions,
): Promise<TextReply> {
  return toPage(
    read(deps, invoice, (fallback) => invoiceDocument(invoice, fallback), reader),
    reader,
    actions,
  );
}

export function showCreditNote(
  deps: DocumentsDeps,
  note: CreditNote,
  reader: Reader,
): Promise<TextReply> {
  return toPage(
    read(deps, note, (fallback) => creditNoteDocument(note, fallback), reader),
    reader,
  );
}

export function drawInvoice(
  deps: DocumentsDeps,
  invoice: Invoice,
  reader: Reader,
): Promise<FileReply> {
  return toFile(
    deps,
    read(deps, invoice, (fallback) => invoiceDocument(invoice, fallback), reader),
  );
}

export function drawCreditNote(
  deps: DocumentsDeps,
  note: CreditNote,
  reader: Reader,
): Promise<FileReply> {
  return toFile(
    deps,
    read(deps, note, (fallback) => creditNoteDocument(note, fallback), reader),
  );
}

async function read(
  deps: DocumentsDeps,
  { sellerId, customerId, parties }: Pick<Invoice, 'sellerId' | 'customerId' | 'parties'>,
  toDocument: (fallback: Fallback) => SalesDocument,
  { requestId }: Reader,
): Promise<Shown> {
  const account = await findAccount(deps, sellerId, requestId);
  // Of a seller without a profile nothing was frozen.
  const customer =
    parties || customerId === null ? undefined : await findCustomer(deps.db, customerId);
  const buyersLanguage = parties?.buyer?.language ?? customer?.details.language;
  return {
    sellerId,
    document: toDocument({ name: account?.name, timezone: account?.timezone }),
    language: buyersLanguage ?? account?.language,
    logo: await openLogo(deps, sellerId, parties?.seller.logoHash ?? null),
  };
}

async function toPage(
  shown: Promise<Shown>,
  { acceptLanguage }: Reader,
  actions?: PageActions,
): Promise<TextReply> {
  const { document, language, logo } = await shown;
  return renderPage(document, { language, acceptLanguage, logo: logo && toDataUrl(logo), actions });
}

/** A file to keep: its name says what it is. */
async function toFile({ draw }: DocumentsDeps, shown: Promise<Shown>): Promise<FileReply> {
  const { sellerId, document, language, logo } = await shown;
  const pdf = await draw({ document, language, logo: logo?.bytes }, sellerId);
  const name = (document.number ?? document.id).replaceAll(/[^A-Za-z0-9_.-]/g, '-');
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${name}.pdf"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
    bytes: pdf,
  };
}
