import { z } from 'zod';
import { choice, instant, objectOf } from './members.ts';

/** Invoice states that have a PDF. */
export const documentKinds = ['issued', 'paid', 'credited', 'voided', 'written_off'] as const;

export const documentSchema = z
  .object({
    object: objectOf('document'),
    kind: choice(documentKinds, 'Invoice or credit note state shown in the PDF', {
      issued: 'as issued',
      paid: 'after a payment of all or a part',
      credited: 'after a credit note reduced the amount owed',
      voided: 'after it was voided',
      written_off: 'after it was written off',
    }),
    pdf_sha256: z.string().meta({
      description: 'SHA-256 of the PDF, hexadecimal.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    bytes: z.int().describe('Size of the PDF in bytes.'),
    created_at: instant('When it was generated (RFC 3339, UTC).'),
  })
  .meta({ id: 'Document', description: 'A PDF as first generated. It never changes.' });

export type DocumentResource = z.output<typeof documentSchema>;
