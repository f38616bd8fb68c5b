import { isPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import {
  listEventObjects,
  listExampleTexts,
  listOperations,
  objectsIn,
  type Schema,
} from './documents.ts';

const surfaces = [...listOperations(), ...listEventObjects()];

/** Names of references to another object. */
const REFERENCE =
  /(^|_)(account|api_key|change|credit|customer|endpoint|event|invoice|payment|quote|request|session|subscription|test_clock|transaction|user|refund_of|parent|source|target)$/;
/** Not references by themselves: a clock's next instant, a payment attempt. */
const NO_REFERENCE = new Set(['next_payment', 'source']);
/** Ids of objects that are part of another one, or whose kind is a separate member. */
const BARE = /^\.?(.*\.)?(user|request|target|first_violation)$/;

const isText = ({ type, anyOf = [] }: Schema): boolean =>
  type === 'string' || anyOf.some((one) => isText(one));

/** All members and parameters of requests and responses. */
function membersOf({ parameters, sent, answered }: (typeof surfaces)[number]) {
  const inSchemas = [...sent, ...answered].flatMap((schema) =>
    objectsIn(schema).flatMap(({ properties }) => Object.entries(properties)),
  );
  const ofQuery = parameters.map((parameter): [string, Schema] => [
    parameter.name,
    { ...parameter, type: 'string' },
  ]);
  return [...inSchemas, ...ofQuery];
}

it('ends names of references with _id, except plan', () => {
  const faults = surfaces.flatMap((surface) =>
    membersOf(surface)
      .filter(([name, schema]) => REFERENCE.test(name) && !NO_REFERENCE.has(name) && isText(schema))
      .map(([name]) => `${surface.where}: ${name}`),
  );
  expect(faults).toEqual([]);
});

it('uses only such names for ids in examples', () => {
  const faults = listExampleTexts()
    .filter(([name, text]) => isPublicId(text) && !/^id$|_id$/.test(name))
    .map(([name]) => name);
  expect(faults).toEqual([]);
});

it('includes `object` in everything with an id', () => {
  const faults = surfaces.flatMap(({ where, answered }) =>
    answered.flatMap((schema) =>
      objectsIn(schema)
        .filter(
          ({ path, properties }) =>
            'id' in properties && !('object' in properties) && !BARE.test(path),
        )
        // The result of an operation, as the specification words it, is not an object.
        .filter(({ properties }) => !('message' in properties) && !where.endsWith('/status'))
        .map(({ path }) => `${where}${path}`),
    ),
  );
  expect(faults).toEqual([]);
});

/** Lists that are short by nature, and search results, which are ranked. */
const UNNARROWED = [
  'GET /v1/auth/factors',
  'GET /v1/payments/{payment_id}/attempts',
  'GET /v1/search',
];

it('offers the same two filters by creation time on every list', () => {
  const faults = listOperations()
    .filter(({ answered }) =>
      answered.some(({ properties }) => properties?.data?.items?.properties?.created_at),
    )
    .filter(({ where }) => !UNNARROWED.includes(where))
    .filter(({ parameters }) => {
      const names = parameters.map(({ name }) => name);
      return !names.includes('created_after') || !names.includes('created_before');
    })
    .map(({ where }) => where);
  expect(faults).toEqual([]);
});

it('pages only by the usual cursors', () => {
  const faults = listOperations().flatMap((surface) =>
    membersOf({ ...surface, sent: [] })
      .filter(([name]) => /^(after|before|cursor|next)$/.test(name))
      .map(([name]) => `${surface.where}: ${name}`),
  );
  expect(faults).toEqual([]);
});

it('has only text in account settings', () => {
  const settings = surfaces.flatMap(({ where, sent, answered }) =>
    [...sent, ...answered].flatMap((schema) =>
      objectsIn(schema)
        .filter(({ path }) => path.endsWith('.settings'))
        .flatMap(({ properties }) => Object.entries(properties))
        .filter(([, member]) => !isText(member))
        .map(([name]) => `${where}: ${name}`),
    ),
  );
  expect(settings).toEqual([]);
});
