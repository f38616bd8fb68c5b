import { parentPort } from 'node:worker_threads';
import { toEInvoice } from '../e-invoice/model.ts';
import { writeXml } from '../e-invoice/write.ts';
import type { SalesDocument } from '../model.ts';
import { renderPdf } from './render.ts';
import { renderStatement, type Statement } from './statement.ts';

/** What the service asks of its drawing thread. */
export type DrawOrder =
  | {
      readonly document: SalesDocument;
      readonly language: string | undefined;
      readonly logo: Uint8Array | undefined;
    }
  | { readonly statement: Statement; readonly language: string | undefined };

export interface DrawRequest {
  readonly id: number;
  readonly order: DrawOrder;
}

export type DrawReply =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string };

parentPort?.on('message', (request: DrawRequest) => void answer(request));

async function answer({ id, order }: DrawRequest): Promise<void> {
  try {
    const pdf = await draw(order);
    parentPort?.postMessage({ id, pdf } satisfies DrawReply);
  } catch (error) {
    const reply: DrawReply = {
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
    parentPort?.postMessage(reply);
  }
}

async function draw(order: DrawOrder): Promise<Buffer> {
  if ('statement' in order) return renderStatement(order.statement, order.language);
  const eInvoice = toEInvoice(order.document);
  const xml = eInvoice && (await writeXml(eInvoice));
  return renderPdf({ ...order, xml });
}
