import {
  FormatFactoryService,
  type Invoice,
  invoiceSchema,
  ValidationService,
} from '@e-invoice-eu/core';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import type { EInvoice } from './model.ts';

const silent = { log() {}, info() {}, warn() {}, error() {} } as unknown as Console;
const format = new FormatFactoryService().createFormatService('CII', silent);
const validation = new ValidationService(silent);
let isOfTheNorm: ValidateFunction<Invoice> | undefined;

/**
 * An e-invoice as XML: Cross Industry Invoice D16B, which PDFs of Factur-X hold. As the library's own
 * service does it, but for the norm's schema: that compiles it for each invoice, which takes longer than all else.
 */
export async function writeXml({ ubl, ofInvoice }: EInvoice): Promise<string> {
  isOfTheNorm ??= compileSchema();
  const invoice = validation.validate('invoice data', isOfTheNorm, structuredClone(ubl));
  format.fillInvoiceDefaults(invoice);
  const xml = await format.generate(invoice, { format: 'CII', lang: 'en', noWarnings: true });
  return ofInvoice === null ? xml.toString() : withReference(xml.toString(), ofInvoice);
}

function compileSchema(): ValidateFunction<Invoice> {
  const schema = structuredClone(invoiceSchema);
  format.patchSchema(schema);
  return new Ajv2019({ strict: true, allErrors: true, useDefaults: true }).compile(schema);
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
