import { InvoiceService } from '@e-invoice-eu/core';
import type { EInvoice } from './model.ts';

const silent = { log() {}, info() {}, warn() {}, error() {} };

/** An e-invoice as XML: Cross Industry Invoice D16B, which PDFs of Factur-X hold. */
export async function writeXml({ ubl, ofInvoice }: EInvoice): Promise<string> {
  const service = new InvoiceService(silent as unknown as Console);
  const options = { format: 'CII', lang: 'en', noWarnings: true };
  const xml = (await service.generate(ubl as never, options as never)).toString();
  return ofInvoice === null ? xml : withReference(xml, ofInvoice);
}

const TOTALS_END = '</ram:SpecifiedTradeSettlementHeaderMonetarySummation>';

/**
 * The invoice that a credit note takes back (BT-25): the library looks for it where UBL has it not. A
 * document number has no character that XML reads otherwise.
 */
function withReference(xml: string, number: string): string {
  const reference = `<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${number}</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>`;
  return xml.replace(TOTALS_END, `${TOTALS_END}\n${reference}`);
}
