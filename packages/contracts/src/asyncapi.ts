import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type DomainEvent, type EventType, eventCatalogue, eventSchema } from './events.ts';
import { toPublicEvent } from './public-events.ts';
import { type PublicEvent, publicEventSchema } from './resources/event.ts';

type Schema = Readonly<Record<string, unknown>>;

/** An event of each type, as clients see it. */
export type EventExamples = Readonly<Record<EventType, PublicEvent>>;

export interface AsyncApiHead {
  readonly version: string;
  /** Where this Florin is reached; undefined in the document of every Florin. */
  readonly publicUrl: string | undefined;
}

const eventTypes = Object.keys(eventCatalogue) as EventType[];

const DESCRIPTION = `Everything that changes in Florin is told by an event, written in the transaction of the change. Clients
have events sent to webhook endpoints (\`POST /v1/webhook_endpoints\`), follow them as server-sent events,
or read the log (\`GET /v1/events\`); all three show the same.

Each event is delivered at least once: keep the \`id\` of those that were handled. Types and members only
grow: leave alone what is unknown.`;

const WEBHOOKS = `Events as Florin posts them to the webhook endpoints of an account, one a request, signed as Standard
Webhooks 1.0 says. A receiver answers 2xx within 15 seconds; anything else is tried again, ever more
rarely, and 410 switches the endpoint off. Events of one object come in their order.

To try an endpoint it can be sent \`webhook_endpoint.test\`, which is in no log and has no \`sequence\`.`;

const STREAM = `Events as server-sent events, as they happen: \`id\` is that of the event, \`event\` its type, \`data\` its
JSON on one line. Comments come in between while nothing happens. A client that sends \`Last-Event-ID\`
goes on behind that event, as browsers do by themselves.`;

/** What each webhook is sent with. */
const signedHeaders = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': {
      type: 'string',
      description: 'The `id` of the event: the same at every attempt, so that it is handled once.',
      examples: ['evt_01jw000000e008000000000009'],
    },
    'webhook-timestamp': {
      type: 'string',
      pattern: '^[0-9]+$',
      description:
        'When this attempt was made, in seconds since 1970: refuse what is older than five minutes.',
      examples: ['1769855400'],
    },
    'webhook-signature': {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$',
      description:
        '`v1,` and the base64 of HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`, keyed by the bytes behind `whsec_` in the secret. After a rotation there is one for each secret, apart by a space: accept any that fits.',
    },
  },
} as const;

/** What a stream may be asked for. */
const streamQuery = {
  type: 'object',
  properties: {
    type: {
      type: 'string',
      default: '*',
      description: 'A type, all of a kind (`payment.*`), or `*`.',
    },
    after_sequence: {
      type: 'integer',
      minimum: 0,
      description: 'Begins behind this number of the account; without it, with the next event.',
    },
    account_id: {
      type: 'string',
      description: 'Only events of this account, for whoever sees those of several.',
    },
  },
} as const;

/** The AsyncAPI 3.0 document of what Florin tells, from the catalogue of events and its examples. */
export function asyncApiDocument(head: AsyncApiHead, examples: EventExamples) {
  const objects = eventTypes.map((type) => [type, objectOf(type)] as const);
  const names = new Map(objects.map(([type, { name }]) => [type, name]));
  return {
    asyncapi: '3.0.0',
    info: { title: 'Florin events', version: head.version, description: DESCRIPTION },
    defaultContentType: 'application/json',
    servers: serversOf(head),
    channels: {
      webhooks: channelOf('Webhooks', null, 'receiver', WEBHOOKS, webhookNameOf),
      stream: channelOf('Stream', '/v1/events/stream', 'florin', STREAM, (type) => type),
    },
    operations: {
      sendWebhook: {
        action: 'send',
        channel: { $ref: '#/channels/webhooks' },
        summary: 'Florin posts an event to an endpoint',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
      streamEvents: {
        action: 'send',
        channel: { $ref: '#/channels/stream' },
        summary: 'Florin writes an event to whoever follows',
        security: [{ $ref: '#/components/securitySchemes/bearer' }],
        bindings: { http: { method: 'GET', query: streamQuery, bindingVersion: '0.3.0' } },
      },
    },
    components: {
      messages: Object.fromEntries(
        eventTypes.flatMap((type) => {
          const message = messageOf(type, names.get(type), examples[type]);
          return [
            [type, message],
            [webhookNameOf(type), { ...message, traits: [ref('messageTraits', 'signed')] }],
          ];
        }),
      ),
      messageTraits: { signed: { headers: signedHeaders } },
      schemas: {
        ...toSchemas(z.object({ event: publicEventSchema })).named,
        ...Object.fromEntries(eventTypes.map((type) => [type, payloadOf(type, names.get(type))])),
        ...Object.assign({}, ...objects.map(([, { schemas }]) => schemas)),
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, or an API key with the scope `events:read`.',
        },
      },
    },
  };
}

/** Reads the example of each type, as clients see it. */
export function readEventExamples(): EventExamples {
  const examples = eventTypes.map((type) => {
    const text = readFileSync(new URL(`../examples/${type}.json`, import.meta.url), 'utf8');
    return [type, toExample(eventSchema.parse(JSON.parse(text)))];
  });
  return Object.fromEntries(examples);
}

/** Its number within its account is that of its object's events: an example has no others. */
function toExample({ account_id: accountId, created_at, ...event }: DomainEvent): PublicEvent {
  return toPublicEvent({
    ...{ id: event.id, accountId, type: event.type, createdAt: new Date(created_at) },
    sequence: accountId === null ? null : BigInt(event.aggregate_sequence),
    data: event.data as PublicEvent['data'],
    request: event.request,
  });
}

function serversOf({ publicUrl }: AsyncApiHead) {
  const { protocol, host, pathname } = new URL(publicUrl ?? 'http://127.0.0.1:8080');
  return {
    florin: {
      host,
      protocol: protocol.slice(0, -1),
      ...(pathname === '/' ? {} : { pathname }),
      description: publicUrl === undefined ? 'A Florin on this machine.' : 'This Florin.',
    },
    receiver: {
      host: '{receiver}',
      protocol: 'https',
      description: 'Where the webhook endpoint of an account is.',
      variables: {
        receiver: {
          default: 'shop.example.com',
          description: 'Host of the `url` of the webhook endpoint.',
        },
      },
    },
  };
}

function channelOf(
  title: string,
  address: string | null,
  server: string,
  description: string,
  nameOf: (type: EventType) => string,
) {
  const messages = eventTypes.map((type) => [type, ref('messages', nameOf(type))]);
  return {
    address,
    title,
    description,
    servers: [{ $ref: `#/servers/${server}` }],
    messages: Object.fromEntries(messages),
  };
}

function messageOf(type: EventType, object: string | undefined, example: PublicEvent) {
  const when = eventCatalogue[type].description ?? '';
  const sentence = `${when.charAt(0).toUpperCase()}${when.slice(1)}`;
  return {
    name: type,
    title: type,
    summary: sentence,
    description: `${sentence}. Its \`data.object\` is of the schema \`${object}\`.`,
    tags: [{ name: kindOf(type) }],
    payload: ref('schemas', type),
    examples: [{ name: type, payload: example }],
  };
}

/** The envelope with what is known of this type. */
function payloadOf(type: EventType, object: string | undefined): Schema {
  return {
    description: eventCatalogue[type].description,
    allOf: [
      ref('schemas', 'Event'),
      {
        type: 'object',
        properties: {
          type: { type: 'string', const: type },
          data: { type: 'object', properties: { object: ref('schemas', String(object)) } },
        },
      },
    ],
  };
}

/** What events of this type carry is a schema with a name: it, and those that it refers to. */
function objectOf(type: EventType): { readonly name: string; readonly schemas: Schema } {
  const { own, named } = toSchemas(eventCatalogue[type]);
  const [object] = own.allOf as { readonly $ref: string }[];
  if (!object) throw new Error(`what ${type} carries has no name`);
  return { name: nameIn(object.$ref), schemas: named };
}

/** In the dialect of AsyncAPI, which is JSON Schema draft 7, with the schemas that it refers to. */
function toSchemas(schema: z.ZodType): { readonly own: Schema; readonly named: Schema } {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, {
    target: 'draft-7',
    // Later versions may add members.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const { definitions = {}, ...own } = JSON.parse(JSON.stringify(plain), (_key, value) => {
    if (typeof value?.$ref !== 'string') return value;
    return ref('schemas', nameIn(value.$ref));
  });
  return { own, named: definitions };
}

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);
const webhookNameOf = (type: EventType) => `webhook.${type}`;
const kindOf = (type: EventType) => type.slice(0, type.indexOf('.'));
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
