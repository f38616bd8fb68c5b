import { serveTasks } from '@florin/runtime/worker-queue';
import { toEInvoice } from '../../../domain/document/e-invoice.ts';
import type { SalesDocument } from '../../../domain/document/model.ts';
import { writeXml } from '../e-invoice.ts';
import { renderPdf } from './render.ts';
import { renderStatement, type Statement } from './statement.ts';

/** Orders to the drawing thread. */
export type DrawOrder =
  | {
      readonly document: SalesDocument;
      readonly language: string | undefined;
      readonly logo: Uint8Array | undefined;
    }
  | { readonly statement: Statement; readonly language: string | undefined };

async function draw(order: DrawOrder): Promise<Uint8Array> {
  if ('statement' in order) return renderStatement(order.statement, order.language);
  const eInvoice = toEInvoice(order.document);
  const xml = eInvoice && (await writeXml(eInvoice));
  return renderPdf({ ...order, xml });
}

serveTasks(draw);
