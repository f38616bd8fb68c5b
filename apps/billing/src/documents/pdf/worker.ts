import { parentPort } from 'node:worker_threads';
import { toEInvoice } from '../e-invoice/model.ts';
import { writeXml } from '../e-invoice/write.ts';
import type { SalesDocument } from '../model.ts';
import { renderPdf } from './render.ts';

/** What the service asks of its drawing thread. */
export interface DrawRequest {
  readonly id: number;
  readonly document: SalesDocument;
  readonly language: string | undefined;
  readonly logo: Uint8Array | undefined;
}

export type DrawReply =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string };

parentPort?.on('message', (request: DrawRequest) => void answer(request));

async function answer({ id, ...request }: DrawRequest): Promise<void> {
  try {
    const eInvoice = toEInvoice(request.document);
    const xml = eInvoice && (await writeXml(eInvoice));
    const pdf = await renderPdf({ ...request, xml });
    parentPort?.postMessage({ id, pdf } satisfies DrawReply);
  } catch (error) {
    const reply: DrawReply = {
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
    parentPort?.postMessage(reply);
  }
}
