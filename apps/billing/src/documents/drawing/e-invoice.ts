import {
  FormatFactoryService,
  type Invoice,
  invoiceSchema,
  ValidationService,
} from '@e-invoice-eu/core';
import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import type { EInvoice } from '../../domain/document/e-invoice.ts';

const silent = { log() {}, info() {}, warn() {}, error() {} } as unknown as Console;
const format = new FormatFactoryService().createFormatService('CII', silent);
const validation = new ValidationService(silent);
let isOfTheNorm: ValidateFunction<Invoice> | undefined;

/**
 * An e-invoice as XML: Cross Industry Invoice D16B, as embedded in Factur-X. Follows the library's
 * service, which compiles the schema for each invoice; that takes longest.
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
 * Adds the invoice that a credit note takes back (BT-25), which the library does not find in UBL.
 * Document numbers need no XML escaping.
 */
function withReference(xml: string, number: string): string {
  const reference = `<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${number}</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>`;
  return xml.replace(TOTALS_END, `${TOTALS_END}\n${reference}`);
}
