import { createHash } from 'node:crypto';
import { anonymous, type Caller, newId, parsePublicId } from '@florin/contracts';
import { grpcServices } from '@florin/contracts/protos';
import { makeClient } from '@florin/grpc';
import { fetchService, peerAt } from '@florin/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, billing, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-03-01T12:00:00Z'));

const SLOW_MS = 60_000;
const HERE = 'https://florin.example.com';

async function invoiced() {
  const shop = await openShop({ currency: 'EUR', timezone: 'Europe/Berlin' });
  const address = { line1: 'Markt 1', postal_code: '10178', city: 'Berlin', country: 'DE' };
  await shop.patch('/v1/seller_profile', {
    ...{ legal_name: 'Ada GmbH', address, tax_ids: [{ value: 'DE136695976' }], charges_tax: true },
  });
  const { body: customer } = await shop.post('/v1/customers', { name: 'Ben', address });
  const { body: draft } = await shop.post('/v1/invoices', {
    customer_id: customer.id,
    lines: [{ description: 'Roses', unit_amount: 10_000 }],
  });
  await shop.post(`/v1/invoices/${draft.id}/finalize`);
  const fetchFile = async (path: string, caller: Partial<Caller> = shop.caller) => {
    const answer = await fetchService('billing', billing().httpPort, 'GET', path, { caller });
    expect(answer.status).toBe(200);
    return { headers: answer.headers, file: Buffer.from(await answer.arrayBuffer()) };
  };
  const id: string = draft.id;
  return {
    ...{ shop, id, fetchFile },
    pdf: async (query = '') => (await fetchFile(`/v1/invoices/${id}/pdf${query}`)).file,
    documents: async (about = id) => {
      const { status, body } = await shop.get(`/v1/explain/${about}`);
      expect(status).toBe(200);
      return body.documents as readonly Record<string, unknown>[];
    },
    act: async (path: string, body?: object) => {
      const reply = await shop.post(path, body);
      expect([reply.status < 300, reply.body.message]).toEqual([true, undefined]);
      return reply.body;
    },
  };
}

const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');

describe('the PDF of an issued invoice', () => {
  it(
    'keeps its bytes after a payment and a profile change, and its hash is shown',
    async () => {
      const { shop, id, fetchFile, pdf, documents, act } = await invoiced();
      expect(await documents()).toEqual([]);
      const { file, headers } = await fetchFile(`/v1/invoices/${id}/pdf`);
      const hash = hashOf(file);
      expect(headers.get('etag')).toBe(`"${hash}"`);
      const digest = Buffer.from(hash, 'hex').toString('base64');
      expect(headers.get('repr-digest')).toBe(`sha-256=:${digest}:`);
      const issued = { kind: 'issued', pdf_sha256: hash, bytes: file.length, object: 'document' };
      expect(await documents()).toEqual([expect.objectContaining(issued)]);
      expect((await pdf('?version=current')).equals(file)).toBe(true);

      world().clock.set('2026-03-02T12:00:00Z');
      await act(`/v1/invoices/${id}/mark_paid`);
      await shop.patch('/v1/seller_profile', { legal_name: 'Other AG', color: '#0a5c36' });
      expect((await pdf()).equals(file)).toBe(true);
      const paid = await pdf('?version=current');
      expect(paid.equals(file)).toBe(false);
      expect((await pdf('?version=current')).equals(paid)).toBe(true);
      expect(await documents()).toEqual([
        expect.objectContaining(issued),
        expect.objectContaining({ kind: 'paid', pdf_sha256: hashOf(paid) }),
      ]);
    },
    SLOW_MS,
  );

  it(
    'is drawn as issued, however late it is first requested',
    async () => {
      const { id, pdf, documents, act } = await invoiced();
      const early = await pdf();
      const forget = () =>
        world().query("delete from billing.document_files where kind = 'issued'");
      const note = { invoice_id: id, amount: 1_190, credit_to: 'invoice' };
      await act('/v1/credit_notes', note);
      const credited = await pdf('?version=current');
      await forget();
      expect((await pdf()).equals(early)).toBe(true);
      world().clock.set('2026-03-02T12:00:00Z');
      await act(`/v1/invoices/${id}/void`);
      await forget();
      expect((await pdf()).equals(early)).toBe(true);
      const voided = await pdf('?version=current');
      expect(new Set([early, credited, voided].map(hashOf)).size).toBe(3);
      const kinds = (await documents()).map(({ kind }) => kind);
      expect(kinds).toEqual(['credited', 'issued', 'voided']);
    },
    SLOW_MS,
  );

  it(
    'is one file for concurrent requests, on the public page and in mails',
    async () => {
      const { shop, id, pdf, act, documents, fetchFile } = await invoiced();
      const files = await Promise.all([pdf(), pdf(), pdf()]);
      const hash = hashOf(files[0] ?? Buffer.alloc(0));
      expect(files.map(hashOf)).toEqual([hash, hash, hash]);
      await act(`/v1/invoices/${id}/mark_paid`);
      const { url } = await act(`/v1/invoices/${id}/public_link`, {});
      const page = await fetchFile(`${String(url).replace(HERE, '')}/pdf`, anonymous);
      expect(hashOf(page.file)).toBe(hash);
      const client = makeClient(
        grpcServices.billing,
        peerAt('mail', 'billing', billing().grpcPort),
      );
      onTestFinished(() => client.close());
      const invoiceId = parsePublicId('invoice', id) ?? expect.unreachable();
      const mail = await client.describeInvoice(
        { accountId: shop.id, invoiceId, withFile: true },
        { requestId: newId(), timeoutMs: 20_000 },
      );
      expect(hashOf(Buffer.from(mail.pdf))).toBe(hash);
      expect(await documents()).toHaveLength(1);
    },
    SLOW_MS,
  );

  it(
    'is not stored for a draft, and cannot be changed by the service',
    async () => {
      const { shop, id, pdf, documents } = await invoiced();
      await pdf();
      const { body: customer } = await shop.post('/v1/customers', {});
      const { body: draft } = await shop.post('/v1/invoices', {
        ...{ customer_id: customer.id, lines: [{ description: 'A', unit_amount: 100 }] },
      });
      const answer = await fetchService(
        ...(['billing', billing().httpPort, 'GET', `/v1/invoices/${draft.id}/pdf`] as const),
        { caller: shop.caller },
      );
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
      expect(await documents(draft.id)).toEqual([]);
      expect(await documents(id)).toHaveLength(1);
      const grants = await world().query<{ privilege_type: string }>(
        `select privilege_type from information_schema.role_table_grants
          where table_name = 'document_files' and grantee = 'florin_billing' order by 1`,
      );
      expect(grants.map((each) => each.privilege_type)).toEqual(['INSERT', 'SELECT']);
    },
    SLOW_MS,
  );
});

it(
  'the PDF of a credit note is stored too',
  async () => {
    const { shop, id, act, fetchFile, documents } = await invoiced();
    await act(`/v1/invoices/${id}/mark_paid`);
    const note = await act('/v1/credit_notes', { invoice_id: id, amount: 500 });
    const path = `/v1/credit_notes/${note.id}/pdf`;
    const { file } = await fetchFile(path);
    await shop.patch('/v1/seller_profile', { footer: 'Other' });
    expect((await fetchFile(path)).file.equals(file)).toBe(true);
    expect(await documents(note.id)).toEqual([
      expect.objectContaining({ kind: 'issued', pdf_sha256: hashOf(file) }),
    ]);
  },
  SLOW_MS,
);
