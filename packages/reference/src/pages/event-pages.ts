import type { Block } from '../blocks/model.ts';
import type { ApiDocument } from '../document/model.ts';
import type { EventText } from '../sources/model.ts';
import type { Page } from './model.ts';
import { schemaPath } from './schema-pages.ts';

const INTRODUCTION = `Every change publishes an event, written in the transaction of the change. Events are listed at
\`GET /v1/events\`, streamed at \`GET /v1/events/stream\` and sent to webhook endpoints, and are identical
in all three. Later versions may add types: ignore unknown ones.`;

const members: readonly (readonly [string, string])[] = [
  ['`id`', '`evt_…`, the same everywhere: receivers use it to detect duplicates'],
  ['`object`', '`event`'],
  ['`type`', 'one of the types below'],
  ['`created_at`', 'time of the change'],
  ['`account_id`', 'account of the object; null if it belongs to none, which only admins see'],
  ['`sequence`', 'number within the account, from 1 without gaps: the order in the event log'],
  ['`data.object`', 'the object after the change'],
  [
    '`data.previous`',
    'previous values of the changed members; absent if there is nothing to compare',
  ],
  [
    '`request`',
    'the `id` of the request that caused it and its `idempotency_key`; null if Florin acted on its own',
  ],
];

/** One page with all event types, grouped by object. */
export function eventPage(events: readonly EventText[], document: ApiDocument): Page {
  return {
    path: '/docs/events',
    title: 'Events',
    description: 'Every event type: when it is published and what it contains.',
    kind: 'Events',
    toBlocks: () => eventBlocks(events, document),
  };
}

function eventBlocks(events: readonly EventText[], document: ApiDocument): readonly Block[] {
  const nouns = Map.groupBy(events, ({ type }) => type.slice(0, type.indexOf('.')));
  const schemas = objectSchemas(document);
  return [
    { kind: 'heading', level: 1, text: 'Events' },
    { kind: 'prose', markdown: INTRODUCTION },
    { kind: 'table', head: ['Member', 'Description'], rows: members },
    ...[...nouns].map(
      ([noun, own]): Block => ({
        kind: 'section',
        heading: { kind: 'heading', level: 2, id: noun, text: noun.replaceAll('_', ' ') },
        blocks: own.map((event) => eventSection(event, schemas)),
      }),
    ),
  ];
}

function eventSection(
  { type, when, publisher, example }: EventText,
  schemas: ReadonlyMap<string, string>,
): Block {
  const { object } = (example ?? {}) as { readonly object?: { readonly object?: unknown } };
  const schema = schemas.get(String(object?.object));
  return {
    kind: 'section',
    heading: { kind: 'heading', level: 3, id: type, text: type },
    blocks: [
      {
        kind: 'columns',
        said: [
          { kind: 'prose', markdown: `${when.charAt(0).toUpperCase()}${when.slice(1)}.` },
          {
            kind: 'facts',
            rows: [
              ['From', publisher],
              ...(schema === undefined
                ? []
                : [['Object', `[${schema}](${schemaPath(schema)})`] as const]),
            ],
          },
        ],
        shown: [
          {
            kind: 'samples',
            label: 'Sample data',
            samples: [{ language: 'JSON', fence: 'json', text: JSON.stringify(example, null, 2) }],
          },
        ],
      },
    ],
  };
}

/** Named schemas by the value of their `object` member. */
function objectSchemas({ schemas }: ApiDocument): ReadonlyMap<string, string> {
  return new Map(
    [...schemas].flatMap(([name, { properties }]) => {
      const object = properties?.object?.const;
      return typeof object === 'string' && object !== 'list' ? [[object, name] as const] : [];
    }),
  );
}
