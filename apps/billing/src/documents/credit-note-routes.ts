import { defineRoute, fileReply, idParams, type Route } from '@florin/http-api';
import { z } from 'zod';
import { type CreditNotesDeps, getVisibleNote } from '../invoicing/credit-notes/operations.ts';
import { type DocumentsDeps, drawCreditNote, showCreditNote } from './drawing/operations.ts';
import { DRAW_TIMEOUT_MS } from './drawing/pdf/draw.ts';

type CreditNoteDocumentDeps = CreditNotesDeps & DocumentsDeps;

/** Routes of a credit note as a document: page and PDF. */
export function creditNoteDocumentRoutes(deps: CreditNoteDocumentDeps): readonly Route[] {
  return [pageRoute(deps), pdfRoute(deps)];
}

function pageRoute(deps: CreditNoteDocumentDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/credit_notes/{credit_note_id}/page',
    operationId: 'getCreditNotePage',
    summary: 'Retrieve a credit note as an HTML page',
    description: 'A self-contained HTML page, to print or send.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ credit_note_id: 'creditNote' }),
    mediaType: 'text/html',
    replies: { 200: z.string().meta({ description: 'An HTML page.' }) },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller, requestId, acceptLanguage }) {
      const note = await getVisibleNote(deps, caller, params.credit_note_id);
      return showCreditNote(deps, note, { requestId, acceptLanguage });
    },
  });
}

function pdfRoute(deps: CreditNoteDocumentDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/credit_notes/{credit_note_id}/pdf',
    operationId: 'getCreditNotePdf',
    summary: 'Retrieve a credit note as PDF',
    description:
      'PDF/A-3, with an e-invoice if EN 16931 can represent the document. The PDF is stored when it is first generated; its SHA-256 is in `ETag` and `Repr-Digest`. 503 with `Retry-After` if too many PDFs are being generated.',
    token: 'session_or_key',
    scope: 'subscriptions:read',
    params: idParams({ credit_note_id: 'creditNote' }),
    mediaType: 'application/pdf',
    replies: { 200: fileReply('A file.') },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    timeoutMs: DRAW_TIMEOUT_MS,
    async handle({ params, caller, requestId, acceptLanguage }) {
      const note = await getVisibleNote(deps, caller, params.credit_note_id);
      return drawCreditNote(deps, note, { requestId, acceptLanguage });
    },
  });
}
