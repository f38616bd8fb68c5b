import type { Block } from '../blocks/model.ts';
import type { ApiDocument } from '../document/model.ts';
import type { EventText } from '../sources/model.ts';
import type { Page } from './model.ts';
import { schemaPath } from './schema-pages.ts';

const INTRODUCTION = `Everything that changes is told by an event, written in the transaction of the change. An event is
read at \`GET /v1/events\`, followed at \`GET /v1/events/stream\` and sent to webhook endpoints, and is
the same in all three. Later versions may add types: leave unknown ones alone.`;

const members: readonly (readonly [string, string])[] = [
  [
    '`id`',
    '`evt_…`, the same wherever the event is shown: by it a receiver knows what it had already',
  ],
  ['`object`', '`event`'],
  ['`type`', 'one of those below'],
  ['`created_at`', 'when it happened'],
  ['`account_id`', 'whose it is; null for what belongs to no account, which only admins see'],
  [
    '`sequence`',
    'from 1 without gaps within the account: the order in which the log learned of it',
  ],
  ['`data.object`', 'what it is about, as it was after the change'],
  [
    '`data.previous`',
    'the members that have changed, as they were before; absent when there is nothing to compare',
  ],
  [
    '`request`',
    'the `id` of the request that caused it and its `idempotency_key`; null where Florin acted by itself',
  ],
];

/** All types of events on one page, by what they are about. */
export function eventPage(events: readonly EventText[], document: ApiDocument): Page {
  return {
    path: '/docs/events',
    title: 'Events',
    description: 'Every type of event, when it comes and what it carries.',
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
    { kind: 'table', head: ['Member', 'What it is'], rows: members },
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
                : [['Its object', `[${schema}](${schemaPath(schema)})`] as const]),
            ],
          },
        ],
        shown: [
          {
            kind: 'samples',
            label: 'The data of one',
            samples: [{ language: 'JSON', fence: 'json', text: JSON.stringify(example, null, 2) }],
          },
        ],
      },
    ],
  };
}

/** Named schemas by what their objects call themselves. */
function objectSchemas({ schemas }: ApiDocument): ReadonlyMap<string, string> {
  return new Map(
    [...schemas].flatMap(([name, { properties }]) => {
      const object = properties?.object?.const;
      return typeof object === 'string' && object !== 'list' ? [[object, name] as const] : [];
    }),
  );
}
