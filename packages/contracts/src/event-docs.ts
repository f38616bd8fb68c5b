import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { publisherOf } from './event-flows.ts';
import { type EventType, eventCatalogue } from './events.ts';

const INTRODUCTION = `# Events

<!-- Written by \`pnpm generate\` from packages/contracts/src/events.ts and its examples. -->

Every change publishes an event, which is written in the transaction of the change. Clients list events with
\`GET /v1/events\`, stream them with \`GET /v1/events/stream\`, or receive them at webhook endpoints; all three
return the same events. The machine-readable catalog is [asyncapi.json](asyncapi.json), which every Florin serves at
\`GET /v1/asyncapi.json\`.

| member | |
| --- | --- |
| \`id\` | \`evt_…\`, the same for every delivery; use it to process each event once |
| \`object\` | \`event\` |
| \`type\` | a type below; later versions may add more, so ignore unknown types |
| \`created_at\` | time of the event |
| \`account_id\` | account of the event; null for events outside any account, which only admins see |
| \`sequence\` | from 1 without gaps within the account: the order in which the log recorded the events, and for one object the order in which they happened |
| \`data.object\` | the object after the change |
| \`data.previous\` | the changed members with their earlier values; absent if there is nothing to compare |
| \`request\` | the \`id\` of the request that caused the event, and its \`idempotency_key\`; null if Florin acted by itself |

Each change of an object publishes one event; an object that is created in its final state has no second one. From 1.0
on, schemas only grow: an incompatible change gets a new type ([versioning](versioning.md)). \`webhook_endpoint.test\` tests an endpoint; it is not in the log.
`;

/** The text of `docs/events.md`, from the event catalog and its examples. */
export function eventDocsText(examplesDir: URL): string {
  const types = Object.keys(eventCatalogue) as EventType[];
  const kinds = Map.groupBy(types, (type) => type.slice(0, type.indexOf('.')));
  const sections = [...kinds].map(([kind, own]) => toSection(kind, own, examplesDir));
  return [INTRODUCTION, ...sections].join('\n');
}

function toSection(kind: string, types: readonly EventType[], examplesDir: URL): string {
  const [first = 'account.created'] = types;
  const rows = types.map((type) => {
    const { description } = eventCatalogue[type];
    return `| \`${type}\` | ${description} | ${publisherOf(type)} |`;
  });
  const example = JSON.parse(readFileSync(new URL(`${first}.json`, examplesDir), 'utf8'));
  return [
    `## ${kind}`,
    '',
    '| type | when | from |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `Members of its object: ${membersOf(first)}.`,
    '',
    `The \`data\` of \`${first}\`:`,
    '',
    '```json',
    JSON.stringify(example.data, null, 2),
    '```',
    '',
  ].join('\n');
}

/** Lists the members of an event's object; optional ones are in brackets. */
function membersOf(type: EventType): string {
  const { $ref = '', $defs = {} } = z.toJSONSchema(eventCatalogue[type]);
  const { properties = {}, required = [] } = $defs[$ref.replace('#/$defs/', '')] ?? {};
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? `\`${name}\`` : `[\`${name}\`]`))
    .join(', ');
}
