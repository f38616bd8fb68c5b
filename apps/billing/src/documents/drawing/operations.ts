import { toPublicId, type Uuid } from '@florin/contracts';
import type { FileReply, TextReply } from '@florin/http-api';
import { type AccountsDeps, findAccount } from '../../accounts/find.ts';
import { asIssued, currentState, ISSUED } from '../../domain/document/kept.ts';
import {
  creditNoteDocument,
  type Fallback,
  invoiceDocument,
  type SalesDocument,
} from '../../domain/document/model.ts';
import type { CreditNote } from '../../domain/invoice/credit-note.ts';
import { documentNumberOf, type Invoice } from '../../domain/invoice/model.ts';
import { findCustomer } from '../../records/customers-queries.ts';
import { type Logo, toDataUrl } from '../logos/logo.ts';
import { type LogosDeps, openLogo } from '../logos/operations.ts';
import { keepFile } from './kept.ts';
import { type PageActions, renderPage } from './page/render.ts';
import type { Draw } from './pdf/draw.ts';

export interface DocumentsDeps extends AccountsDeps, LogosDeps {
  readonly draw: Draw;
}

/** An invoice as issued, or including later changes of its money. */
export type DocumentVersion = 'issued' | 'current';

/** The reader of a page: request and accepted languages. */
interface Reader {
  readonly requestId: string;
  readonly acceptLanguage: string | undefined;
}

/** Content of a document, independent of its format. */
interface Shown {
  readonly sellerId: Uuid;
  readonly document: SalesDocument;
  /** Language of the customer, or else the seller; undefined for the reader's. */
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

/**
 * The PDF of an invoice: as issued, or in its current state. Only drafts are drawn at each request.
 */
export async function drawInvoice(
  deps: DocumentsDeps,
  invoice: Invoice,
  reader: Reader,
  version: DocumentVersion = 'issued',
): Promise<FileReply> {
  const { id, status, sellerId } = invoice;
  const name = documentNumberOf(invoice) ?? toPublicId('invoice', id);
  const draw = (shown: Invoice) => () =>
    drawn(
      deps,
      read(deps, shown, (fallback) => invoiceDocument(shown, fallback), reader),
    );
  if (status === 'draft') return toFile(name, await draw(invoice)());
  const current = currentState(invoice);
  const isIssued = version === 'issued' || current.kind === 'issued';
  const wanted = { ...(isIssued ? ISSUED : current), documentId: id, sellerId };
  const shown = isIssued ? asIssued(invoice) : invoice;
  const { bytes, sha256 } = await keepFile(deps.db, wanted, draw(shown));
  return toFile(name, bytes, sha256);
}

export async function drawCreditNote(
  deps: DocumentsDeps,
  note: CreditNote,
  reader: Reader,
): Promise<FileReply> {
  const { id, sellerId, documentNumber } = note;
  const { bytes, sha256 } = await keepFile(deps.db, { ...ISSUED, documentId: id, sellerId }, () =>
    drawn(
      deps,
      read(deps, note, (fallback) => creditNoteDocument(note, fallback), reader),
    ),
  );
  return toFile(documentNumber ?? toPublicId('creditNote', id), bytes, sha256);
}

async function read(
  deps: DocumentsDeps,
  { sellerId, customerId, parties }: Pick<Invoice, 'sellerId' | 'customerId' | 'parties'>,
  toDocument: (fallback: Fallback) => SalesDocument,
  { requestId }: Reader,
): Promise<Shown> {
  const account = await findAccount(deps, sellerId, requestId);
  // Without a seller profile, the document has no snapshot of its parties.
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

async function drawn({ draw }: DocumentsDeps, shown: Promise<Shown>): Promise<Buffer> {
  const { sellerId, document, language, logo } = await shown;
  return draw({ document, language, logo: logo?.bytes }, sellerId);
}

/** Clients compare and verify files by the hash in the headers (RFC 9110, RFC 9530). */
function toFile(documentName: string, bytes: Buffer, sha256?: string): FileReply {
  const name = documentName.replaceAll(/[^A-Za-z0-9_.-]/g, '-');
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${name}.pdf"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...(sha256 !== undefined && {
        ETag: `"${sha256}"`,
        'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      }),
    },
    bytes,
  };
}
