import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { publisherOf } from './event-flows.ts';
import { type EventType, eventCatalogue } from './events.ts';

const INTRODUCTION = `# Events

<!-- Written by \`pnpm generate\` from packages/contracts/src/events.ts and its examples. -->

Everything that changes is told by an event, written in the transaction of the change. Clients read
events at \`GET /v1/events\`, follow them at \`GET /v1/events/stream\` and have them sent to webhook
endpoints; all three show the same. For programs it is in [asyncapi.json](asyncapi.json), which every
Florin serves at \`GET /v1/asyncapi.json\`.

| member | |
| --- | --- |
| \`id\` | \`evt_…\`, the same wherever the event is shown: by it a receiver knows what it had already |
| \`object\` | \`event\` |
| \`type\` | one of those below; later versions may add more, so leave unknown ones alone |
| \`created_at\` | when it happened |
| \`account_id\` | whose it is; null for what belongs to no account, which only admins see |
| \`sequence\` | from 1 without gaps within the account: the order in which the log learned of it, and for one object the order in which it happened |
| \`data.object\` | what it is about, as it was after the change |
| \`data.previous\` | the members that have changed, as they were before; absent when there is nothing to compare |
| \`request\` | the \`id\` of the request that caused it and its \`idempotency_key\`; null where Florin acted by itself |

A change of an object has one event: what is created in its final state has no second one. Schemas
only grow; what would take something away is a type of its own, and a name that goes stays beside the
new one for a time ([versioning](versioning.md)). To try
an endpoint it is sent \`webhook_endpoint.test\`, which is in no log.
`;

/** What clients read about events: \`docs/events.md\`, from the catalogue and its examples. */
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
    `Its object: ${membersOf(first)}.`,
    '',
    `The \`data\` of an \`${first}\`:`,
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
