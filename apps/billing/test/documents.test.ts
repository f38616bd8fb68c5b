import { inflateSync } from 'node:zlib';
import { fetchService } from '@florin/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-03-01T12:00:00Z'));

const SLOW_MS = 60_000;

interface Invoiced {
  readonly lines?: number;
  readonly profile?: object;
  readonly finalizes?: boolean;
  readonly buyer?: object;
  readonly line?: object;
  /** A coupon in percent. */
  readonly percentOff?: number;
}

/** A shop that sells to a business in France, with an invoice. */
async function invoiced({
  lines = 3,
  profile = {},
  finalizes = true,
  buyer = {},
  line = {},
  percentOff,
}: Invoiced = {}) {
  const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
  await shop.patch('/v1/seller_profile', {
    legal_name: 'Blumenhaus Ada GmbH',
    address: { line1: 'Marktplatz 1', postal_code: '10178', city: 'Berlin', country: 'DE' },
    tax_ids: [{ value: 'DE136695976' }],
    charges_tax: true,
    uses_oss: true,
    ...profile,
  });
  const { body: customer } = await shop.post('/v1/customers', {
    company: 'Fleurs & Fils',
    name: 'عميل للتجارة',
    language: 'fr',
    address: { line1: '1 rue de Rivoli', postal_code: '75001', city: 'Paris', country: 'FR' },
    ...buyer,
  });
  const coupon = { percent_off: percentOff, duration: 'once', name: 'Soldes' };
  const discounts = percentOff
    ? [{ coupon_id: (await shop.post('/v1/coupons', coupon)).body.id }]
    : [];
  const { body: draft } = await shop.post('/v1/invoices', {
    ...{ customer_id: customer.id, discounts },
    lines: Array.from({ length: lines }, (_, place) => ({
      description: `Roses ${place + 1}`,
      quantity: (place % 3) + 1,
      unit_amount: 999,
      tax_behavior: place % 2 === 0 ? 'inclusive' : 'exclusive',
      ...line,
    })),
  });
  if (finalizes) await shop.post(`/v1/invoices/${draft.id}/finalize`);
  const fetchFile = async (path: string) => {
    const { caller } = shop;
    const answer = await fetchService('billing', billing().httpPort, 'GET', path, { caller });
    return {
      status: answer.status,
      headers: answer.headers,
      file: Buffer.from(await answer.arrayBuffer()),
    };
  };
  return { shop, id: draft.id as string, fetchFile };
}

/** Contents of the streams of a PDF, decompressed. */
function streamsOf(pdf: Buffer): readonly string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: start }) => {
    const from = index + start.length;
    const bytes = pdf.subarray(from, text.indexOf('endstream', from));
    try {
      return [inflateSync(bytes).toString('utf8')];
    } catch {
      return [bytes.toString('utf8')];
    }
  });
}

describe('the PDF of an invoice', () => {
  it(
    'has the same bytes each time, is marked as archivable, and embeds the e-invoice',
    async () => {
      const { id, fetchFile } = await invoiced();
      const { status, headers, file } = await fetchFile(`/v1/invoices/${id}/pdf`);
      expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
        200,
        'application/pdf',
        'inline; filename="1.pdf"',
      ]);
      expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7');
      expect((await fetchFile(`/v1/invoices/${id}/pdf`)).file.equals(file)).toBe(true);
      const streams = streamsOf(file).join('\n');
      expect(streams).toMatch(/<pdfaid:part>3<[\s\S]*<fx:ConformanceLevel>EN 16931</);
      const xml = streamsOf(file).find((stream) => stream.includes('CrossIndustryInvoice')) ?? '';
      for (const part of [
        '<ram:ID>urn:cen.eu:en16931:2017</ram:ID>',
        '<ram:Name>Fleurs &amp; Fils</ram:Name>',
        '<ram:RateApplicablePercent>20</ram:RateApplicablePercent>',
        '<ram:DuePayableAmount>63.94</ram:DuePayableAmount>',
      ])
        expect(xml).toContain(part);
    },
    SLOW_MS,
  );

  it.each([
    {
      what: 'a service outside the EU',
      buyer: { company: 'Ada Inc.', address: { country: 'US', region: 'CA' } },
      line: {},
      has: ['<ram:CategoryCode>O<', '<ram:ExemptionReason>Not subject to VAT<'],
      lacks: ['schemeID="VA"', 'RateApplicablePercent'],
    },
    {
      what: 'goods to a business in the EU',
      buyer: { tax_ids: [{ value: 'FR40303265045' }] },
      line: { supply: 'goods' },
      has: ['<ram:CategoryCode>K<', 'Intra-Community supply', 'FR40303265045', 'DE136695976'],
      lacks: [],
    },
    {
      what: 'goods that leave the EU',
      buyer: { address: { country: 'CH' } },
      line: { supply: 'goods' },
      has: ['<ram:CategoryCode>G<', 'Export outside the EU'],
      lacks: [],
    },
    {
      what: 'lines with a discount',
      ...{ buyer: {}, line: {}, percentOff: 50 },
      has: [
        '<ram:SpecifiedTradeAllowanceCharge>',
        '<udt:Indicator>false<',
        '<ram:ReasonCode>95<',
        '<ram:Reason>Soldes<',
        '<ram:LineTotalAmount>26.63<',
      ],
      lacks: ['>-1</ram:BilledQuantity>'],
    },
  ])(
    'embeds an e-invoice of $what with its category',
    async ({ has, lacks, ...options }) => {
      const { id, fetchFile } = await invoiced(options);
      const { file } = await fetchFile(`/v1/invoices/${id}/pdf`);
      const xml = streamsOf(file).find((stream) => stream.includes('CrossIndustryInvoice')) ?? '';
      for (const part of has) expect(xml).toContain(part);
      for (const part of lacks) expect(xml).not.toContain(part);
    },
    SLOW_MS,
  );

  it(
    'gives the reason for having no e-invoice: services outside the scope beside goods (BR-O-11)',
    async () => {
      const buyer = { company: 'Ada Inc.', address: { country: 'US', region: 'CA' } };
      const { shop, id, fetchFile } = await invoiced({ buyer });
      const read = async (of: string) => (await shop.get(`/v1/invoices/${of}`)).body;
      const { customer_id, e_invoice_omission_reason } = await read(id);
      expect(e_invoice_omission_reason).toBeNull();
      const goods = { description: 'Vase', unit_amount: 500, supply: 'goods' };
      const service = { description: 'Care', unit_amount: 500 };
      const reasons = [];
      for (const lines of [[goods], [service], [goods, service]]) {
        const { body: draft } = await shop.post('/v1/invoices', { customer_id, lines });
        const { body: issued } = await shop.post(`/v1/invoices/${draft.id}/finalize`, {});
        const { file } = await fetchFile(`/v1/invoices/${draft.id}/pdf`);
        const holds = file.toString('latin1').includes('factur-x.xml');
        expect(holds).toBe(issued.e_invoice_omission_reason === null);
        reasons.push([draft.e_invoice_omission_reason, issued.e_invoice_omission_reason]);
      }
      const mixed = 'mixed_outside_scope';
      expect(reasons).toEqual([
        [null, null],
        [null, null],
        [mixed, mixed],
      ]);
    },
    SLOW_MS,
  );

  it(
    'holds no e-invoice for a customer without an address, whose country it would have to name (BR-11)',
    async () => {
      const { shop, id, fetchFile } = await invoiced({ buyer: { address: null } });
      const { body: issued } = await shop.get(`/v1/invoices/${id}`);
      expect(issued).toMatchObject({
        status: 'open',
        e_invoice_omission_reason: 'no_buyer_address',
      });
      const { file } = await fetchFile(`/v1/invoices/${id}/pdf`);
      expect(file.toString('latin1')).not.toContain('factur-x.xml');
    },
    SLOW_MS,
  );

  it(
    'T16, T17: counts units of prices with tax, ends periods on their last day, and labels VAT IDs',
    async () => {
      const { shop, fetchFile } = await invoiced({ finalizes: false });
      const { body: customer } = await shop.post('/v1/customers', {
        ...{ name: 'Jürgen', language: 'de' },
        address: { line1: 'Ring 1', postal_code: '10178', city: 'Berlin', country: 'DE' },
        tax_ids: [{ value: 'DE136695976' }, { type: 'other', value: '12/345' }],
      });
      const { body: draft } = await shop.post('/v1/invoices', {
        customer_id: customer.id,
        lines: [
          {
            ...{ description: 'Rosen', quantity: 3, unit_amount: 119, tax_behavior: 'inclusive' },
            ...{ period_start: '2026-01-01T00:00:00+01:00' },
            period_end: '2026-02-01T00:00:00+01:00',
          },
        ],
      });
      await shop.post(`/v1/invoices/${draft.id}/finalize`);
      const { file } = await fetchFile(`/v1/invoices/${draft.id}/pdf`);
      const xml = streamsOf(file).find((stream) => stream.includes('CrossIndustryInvoice')) ?? '';
      for (const part of [
        '<ram:BilledQuantity unitCode="C62">3</ram:BilledQuantity>',
        '<ram:ChargeAmount>3.00</ram:ChargeAmount>',
        '<ram:BasisQuantity unitCode="C62">3</ram:BasisQuantity>',
        '<ram:LineTotalAmount>3.00</ram:LineTotalAmount>',
        '20260131',
      ])
        expect(xml).toContain(part);
      const page = await fetchFile(`/v1/invoices/${draft.id}/page`);
      const text = page.file.toString().replaceAll('\u00a0', ' ');
      for (const part of ['USt-IdNr.: DE136695976', 'Steuernummer: 12/345', '19 % auf 3,00 €'])
        expect(text).toContain(part);
    },
    SLOW_MS,
  );

  it(
    'has several pages for 300 lines, and no e-invoice if EN 16931 cannot represent it',
    async () => {
      const { id, fetchFile } = await invoiced({ lines: 300, profile: { tax_ids: [] } });
      const { file } = await fetchFile(`/v1/invoices/${id}/pdf`);
      const pages = file.toString('latin1').match(/\/Type \/Page\b/g) ?? [];
      expect(pages.length).toBeGreaterThan(8);
      expect(file.toString('latin1')).not.toContain('factur-x.xml');
    },
    SLOW_MS,
  );

  it(
    'can be drawn of a draft, and of a credit note',
    async () => {
      const draft = await invoiced({ finalizes: false });
      const drawn = await draft.fetchFile(`/v1/invoices/${draft.id}/pdf`);
      expect(drawn.status).toBe(200);
      // A translucent mark across the page.
      expect(drawn.file.toString('latin1')).toMatch(/\/ca 0\.15\b/);
      const { shop, id, fetchFile } = await invoiced();
      await shop.post(`/v1/invoices/${id}/mark_paid`);
      const { body: note } = await shop.post('/v1/credit_notes', { invoice_id: id, amount: 500 });
      const { file } = await fetchFile(`/v1/credit_notes/${note.id}/pdf`);
      const streams = streamsOf(file).join('\n');
      expect(streams).toContain('<ram:TypeCode>381</ram:TypeCode>');
      expect(streams).toContain('<ram:IssuerAssignedID>1</ram:IssuerAssignedID>');
    },
    SLOW_MS,
  );
});

describe('a draft on a page', () => {
  it('shows the result of finalizing it now, without a number', async () => {
    const { shop, id, fetchFile } = await invoiced({ finalizes: false });
    const page = async () => (await fetchFile(`/v1/invoices/${id}/page`)).file.toString();
    // The seller has changed its profile since the draft was created.
    await shop.patch('/v1/seller_profile', { legal_name: 'Ada SARL', payment_terms_days: 14 });
    await shop.patch('/v1/seller_profile', { uses_oss: false });
    const draft = await page();
    expect(draft).toContain('<h1>Facture (brouillon)</h1>');
    expect(draft).toContain('<p class="draft">Ceci est un brouillon');
    expect(draft).toContain('Ada SARL');
    expect(draft).toContain('15 mars 2026');
    expect(draft).toMatch(/19\s%/);
    const { body: before } = await shop.get(`/v1/invoices/${id}`);
    expect(before).toMatchObject({ status: 'draft', document_number: null, due_at: null });
    await shop.post(`/v1/invoices/${id}/finalize`);
    const totals = (text: string) => /<tfoot>[\s\S]*<\/tfoot>/.exec(text)?.[0];
    const final = await page();
    expect(totals(final)).toBe(totals(draft));
    expect(final).not.toContain('class="draft"');
    expect(final).toContain('<h1>Facture 1</h1>');
  });
});

it('shows the purchase order and the reference of the buyer, also in the e-invoice', async () => {
  const references = { po_number: 'PO-2026-117', buyer_reference: '04011000-12345-03' };
  const { shop, id, fetchFile } = await invoiced({ buyer: references });
  expect((await shop.get(`/v1/invoices/${id}`)).body.buyer).toMatchObject(references);
  const { body: page } = await shop.get(`/v1/invoices/${id}/page`);
  expect(page).toContain('<dt>Bon de commande</dt><dd dir="auto">PO-2026-117</dd>');
  expect(page).toContain('04011000-12345-03');
  const { file } = await fetchFile(`/v1/invoices/${id}/pdf`);
  expect(file.toString('latin1')).toContain('factur-x.xml');
});

it('shows a credit note on a page, in the language of its customer', async () => {
  const { shop, id, fetchFile } = await invoiced();
  await shop.post(`/v1/invoices/${id}/mark_paid`);
  const { body: note } = await shop.post('/v1/credit_notes', { invoice_id: id, amount: 500 });
  const { headers, file } = await fetchFile(`/v1/credit_notes/${note.id}/page`);
  expect(headers.get('content-language')).toBe('fr');
  expect(file.toString()).toContain('<h1>Avoir CN-1</h1>');
});
