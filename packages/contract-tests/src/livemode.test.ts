import { expect, it } from 'vitest';
import { listEventObjects, listOperations, objectsIn, type Schema } from './documents.ts';

const surfaces = [...listOperations(), ...listEventObjects()];

/** Parts of an object with a `livemode`, and objects without account data. */
const SILENT = new Set(['invoice_line', 'explained_line', 'list', 'audit', 'webhook_replay']);
SILENT.add('invoice_payment');
/** Contains statements, which have it. */
SILENT.add('bank_statement_import');
/** For the operator of all accounts. */
SILENT.add('system_service').add('redrive');
/** Parts of totals over any account. */
SILENT.add('explained_amount')
  .add('subscription_item')
  .add('recurring_subscription')
  .add('book_entry')
  .add('document');
/** Belongs to a person rather than an account. */
SILENT.add('factor');

const kindOf = ({ object }: Readonly<Record<string, Schema & { readonly const?: unknown }>>) =>
  typeof object?.const === 'string' ? object.const : undefined;

it('includes `livemode` in every object of an account', () => {
  const faults = surfaces.flatMap(({ where, answered }) =>
    answered
      .flatMap((schema) => objectsIn(schema))
      .filter(({ properties }) => {
        const kind = kindOf(properties);
        return kind !== undefined && !SILENT.has(kind) && !('livemode' in properties);
      })
      .map(({ path, properties }) => `${where}${path}: ${kindOf(properties)}`),
  );
  expect(faults).toEqual([]);
});

it('finds objects in the documents at all', () => {
  const kinds = surfaces.flatMap(({ answered }) =>
    answered.flatMap((schema) => objectsIn(schema).map(({ properties }) => kindOf(properties))),
  );
  expect(new Set(kinds).size).toBeGreaterThan(25);
});
