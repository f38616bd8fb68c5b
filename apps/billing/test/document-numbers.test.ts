import { eventually } from '@florin/testing';
import { beforeEach, expect, it } from 'vitest';
import { useBilling } from './use-billing.ts';

const { world, openShop } = useBilling();
beforeEach(() => world().clock.set('2026-03-01T12:00:00Z'));

async function openSeller(formats: object = {}) {
  const shop = await openShop({ currency: 'EUR' });
  const setFormats = async (changed: object) => {
    const { status } = await shop.patch('/v1/seller_profile', changed);
    expect(status).toBe(200);
  };
  await setFormats(formats);
  const { body: customer } = await shop.post('/v1/customers', {});
  const lines = [{ description: 'Consulting', unit_amount: 1_000 }];
  // A busy service responds with 503, and clients retry.
  const post = (path: string, body?: object) =>
    eventually(async () => {
      const reply = await shop.post(path, body);
      expect(reply.status).not.toBe(503);
      return reply;
    });
  async function invoice(): Promise<{ id: string; number: string }> {
    const { body: draft } = await post('/v1/invoices', { customer_id: customer.id, lines });
    const { status, body } = await post(`/v1/invoices/${draft.id}/finalize`);
    expect([status, body.message]).toEqual([200, undefined]);
    return { id: draft.id, number: body.document_number };
  }
  async function note(): Promise<string> {
    const { id } = await invoice();
    const { status, body } = await post('/v1/credit_notes', { invoice_id: id, amount: 1 });
    expect([status, body.message]).toEqual([201, undefined]);
    return body.document_number;
  }
  return { setFormats, invoice, note, numbers: async () => (await invoice()).number };
}

it('T11: continues after the numbers that another format has used', async () => {
  const { numbers, setFormats } = await openSeller();
  expect([await numbers(), await numbers()]).toEqual(['1', '2']);
  await setFormats({ invoice_number_format: '{number}' });
  expect([await numbers(), await numbers()]).toEqual(['3', '4']);
  await setFormats({ invoice_number_format: null });
  expect([await numbers(), await numbers()]).toEqual(['5', '6']);
});

it('T12: never gives a credit note the number of an invoice', async () => {
  const { invoice, note } = await openSeller({
    ...{ invoice_number_format: 'R-{number}', credit_note_number_format: 'R-{number}' },
  });
  expect((await invoice()).number).toBe('R-1');
  // The credited invoice is the second one.
  expect(await note()).toBe('R-3');
  expect((await invoice()).number).toBe('R-4');
});

it('resumes a series that was used earlier', async () => {
  const { numbers, setFormats } = await openSeller({ invoice_number_format: 'A-{number:3}' });
  expect(await numbers()).toBe('A-001');
  await setFormats({ invoice_number_format: 'B-{number}' });
  expect(await numbers()).toBe('B-1');
  await setFormats({ invoice_number_format: 'A-{number:3}' });
  expect(await numbers()).toBe('A-002');
});

it('gives no two documents the same number, for concurrent requests', async () => {
  const { invoice, note, setFormats } = await openSeller({
    ...{ invoice_number_format: 'R-{number}', credit_note_number_format: 'R-{number}' },
  });
  await setFormats({ invoice_number_format: 'R-{number}' });
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0 ? note() : invoice().then(({ number }) => number),
    ),
  );
  expect(made).toHaveLength(12);
  expect(made).not.toContain(undefined);
  expect(new Set(made).size).toBe(12);
});
