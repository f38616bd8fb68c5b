import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  customerOf,
  customersOf,
  redactData,
  redactEvents,
  redactRequest,
  redactResource,
} from './erasure.ts';
import { eventCatalogue } from './events.ts';
import { newId, toPublicId } from './ids.ts';

const id = newId();
const customerId = toPublicId('customer', id);
const EXAMPLES = join(import.meta.dirname, '../examples');

describe('the customer of a resource', () => {
  it.each([
    [{ object: 'customer', id: customerId }],
    [{ object: 'subscription', customer_id: 'user-4711', resolved_customer_id: customerId }],
    [{ object: 'refund', customer_id: customerId }],
  ])('is found: %j', (object) => {
    expect(customerOf(object)).toBe(id);
  });

  it.each([
    [{ object: 'transaction', id: 'txn_1' }],
    [{ object: 'subscription', customer_id: 'user-4711', resolved_customer_id: null }],
    [{ object: 'payout', customer_id: 7 }],
  ])('is not guessed: %j', (object) => {
    expect(customerOf(object)).toBeUndefined();
  });
});

describe('a redacted resource', () => {
  it('has none of the texts that name a person', () => {
    const customer = {
      ...{ object: 'customer', id: customerId, external_id: 'CANARY', email: 'CANARY@a.example' },
      ...{ name: 'CANARY', company: 'CANARY', metadata: { a: 'CANARY' }, currency: 'EUR' },
      ...{ address: { line1: 'CANARY' }, tax_ids: [{ type: 'vat', value: 'CANARY' }] },
    };
    const redacted = redactResource(customer, id);
    expect(JSON.stringify(redacted)).not.toContain('CANARY');
    expect(redacted).toMatchObject({ id: customerId, currency: 'EUR', tax_ids: [], metadata: {} });
  });

  it('gets no member that it did not have', () => {
    expect(redactResource({ object: 'refund', amount: 7 }, id)).toEqual({
      object: 'refund',
      amount: 7,
    });
  });

  it('keeps amounts, dates and numbers of an invoice', () => {
    const invoice = {
      ...{ object: 'invoice', number: 7, amount_due: 100, customer_id: 'CANARY', memo: 'CANARY' },
      lines: [{ amount: 100, description: 'CANARY' }],
    };
    expect(redactResource(invoice, id)).toEqual({
      ...{ object: 'invoice', number: 7, amount_due: 100, customer_id: customerId, memo: null },
      lines: [{ amount: 100, description: null }],
    });
  });

  it('is still valid for its type of event, in each example', () => {
    for (const file of readdirSync(EXAMPLES)) {
      const event = JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8'));
      const schema = eventCatalogue[event.type as keyof typeof eventCatalogue];
      if (!schema) continue;
      const parsed = schema.safeParse(redactResource(event.data.object, id));
      expect([file, parsed.success]).toEqual([file, true]);
    }
  });
});

it('keeps the invoice of a payment, and no other reference', () => {
  const invoice_id = toPublicId('invoice', newId());
  const payment = { object: 'payment', customer_email: 'a@b.example' };
  const ofInvoice = { ...payment, reference: invoice_id, metadata: { invoice_id, a: 'CANARY' } };
  expect(redactResource(ofInvoice, id)).toMatchObject({
    ...{ reference: invoice_id, metadata: { invoice_id } },
    customer_email: `${customerId}@customers.invalid`,
  });
  const direct = { ...payment, reference: 'CANARY', metadata: { a: 'CANARY' } };
  expect(redactResource(direct, id)).toMatchObject({ reference: null, metadata: {} });
});

it('redacts the former values of a change as well', () => {
  const object = { object: 'customer', id: customerId, email: null };
  const redacted = redactData({ object, previous: { email: 'CANARY@a.example' } }, id);
  expect(redacted).toEqual({ object, previous: { email: null } });
});

it('redacts the address of a client without a token, and of no one else', () => {
  const actor = { user_id: null, session_id: null, api_key_id: null, role: null };
  const anonymous = {
    id: 'req_1',
    idempotency_key: null,
    actor: { ...actor, address: '192.0.2.7' },
  };
  expect(redactRequest(anonymous).actor?.address).toBeNull();
  const seller = { ...anonymous, actor: { ...anonymous.actor, user_id: newId() } };
  expect(redactRequest(seller)).toEqual(seller);
});

it('leaves events of other customers as they are', () => {
  const event = {
    ...{ id: newId(), type: 'refund.created', created_at: '2026-01-31T00:00:00.000Z' },
    ...{ account_id: newId(), aggregate_id: newId(), aggregate_sequence: 1 },
    data: { object: { object: 'refund', customer_id: customerId, reason: 'CANARY' } },
    request: { id: null, idempotency_key: null },
  };
  expect(customersOf([event, event])).toEqual([id]);
  expect(redactEvents([event], () => false)).toEqual([event]);
  expect(JSON.stringify(redactEvents([event], (one) => one === id))).not.toContain('CANARY');
});
