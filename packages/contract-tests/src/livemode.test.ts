import { expect, it } from 'vitest';
import { listEventObjects, listOperations, objectsIn, type Schema } from './documents.ts';

const surfaces = [...listOperations(), ...listEventObjects()];

/** Parts of an object that says it for them, and what is about no account's data. */
const SILENT = new Set(['invoice_line', 'explained_line', 'list', 'audit', 'webhook_replay']);
/** Holds statements, each of which says it. */
SILENT.add('bank_statement_import');
/** Of whoever runs all accounts. */
SILENT.add('system_service').add('redrive');
/** Parts of sums, of whatever account is asked of. */
SILENT.add('explained_amount').add('recurring_subscription').add('book_entry').add('document');
/** Of a person, in whatever account they act. */
SILENT.add('factor');

const kindOf = ({ object }: Readonly<Record<string, Schema & { readonly const?: unknown }>>) =>
  typeof object?.const === 'string' ? object.const : undefined;

it('says of every object whether real money moves in its account', () => {
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

it('finds the objects of the documents at all', () => {
  const kinds = surfaces.flatMap(({ answered }) =>
    answered.flatMap((schema) => objectsIn(schema).map(({ properties }) => kindOf(properties))),
  );
  expect(new Set(kinds).size).toBeGreaterThan(25);
});
