import { z } from 'zod';
import { choice, instant, objectOf } from './members.ts';

/** States of an invoice of which there are PDFs. */
export const documentKinds = ['issued', 'paid', 'credited', 'voided', 'written_off'] as const;

export const documentSchema = z
  .object({
    object: objectOf('document'),
    kind: choice(documentKinds, 'State of the invoice or credit note that the PDF shows', {
      issued: 'as it was issued',
      paid: 'after a payment',
      credited: 'after a credit note lowered what is owed',
      voided: 'after it was voided',
      written_off: 'after it was written off',
    }),
    pdf_sha256: z.string().meta({
      description: 'SHA-256 of the PDF, hexadecimal.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    bytes: z.int().describe('Size of the PDF in bytes.'),
    created_at: instant('When it was drawn (RFC 3339, UTC).'),
  })
  .meta({ id: 'Document', description: 'A PDF as it was first drawn. It never changes.' });

export type DocumentResource = z.output<typeof documentSchema>;
