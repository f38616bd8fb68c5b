import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type DomainEvent, type EventType, eventCatalogue, eventSchema } from './events.ts';
import { toPublicEvent } from './public-events.ts';
import { type PublicEvent, publicEventSchema } from './resources/event.ts';

type Schema = Readonly<Record<string, unknown>>;

/** An example event of each type, in its public shape. */
export type EventExamples = Readonly<Record<EventType, PublicEvent>>;

export interface AsyncApiHead {
  readonly version: string;
  /** Public URL of this Florin; undefined in the generic document. */
  readonly publicUrl: string | undefined;
}

const eventTypes = Object.keys(eventCatalogue) as EventType[];

const DESCRIPTION = `Every change in Florin publishes an event, which is written in the transaction of the change. Clients can
receive events at webhook endpoints (\`POST /v1/webhook_endpoints\`), stream them as server-sent events, or read
the log (\`GET /v1/events\`); all three return the same events.

Each event is delivered at least once: store the \`id\` of processed events. Later versions may add types and
fields: ignore unknown ones.`;

const WEBHOOKS = `Florin posts events to the webhook endpoints of an account, one per request, signed as in Standard Webhooks 1.0.
A receiver must respond 2xx within 15 seconds. Other responses are retried at growing intervals; 410 disables the
endpoint. Events of one object arrive in order.

\`webhook_endpoint.test\` tests an endpoint. It is not in the log and has no \`sequence\`.`;

const STREAM = `Events as server-sent events in real time: \`id\` is the event id, \`event\` its type, \`data\` its JSON on one
line. Comments keep an idle stream alive. A client that sends \`Last-Event-ID\`, as browsers do automatically, resumes
after that event.`;

/** Headers of each webhook. */
const signedHeaders = {
  type: 'object',
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  properties: {
    'webhook-id': {
      type: 'string',
      description:
        'Id of the event. It is the same for every attempt; use it to process each event once.',
      examples: ['evt_01jw000000e008000000000009'],
    },
    'webhook-timestamp': {
      type: 'string',
      pattern: '^[0-9]+$',
      description:
        'Time of this attempt in seconds since 1970. Reject timestamps older than five minutes.',
      examples: ['1769855400'],
    },
    'webhook-signature': {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$',
      description:
        '`v1,` and the base64 of the HMAC-SHA-256 over `{webhook-id}.{webhook-timestamp}.{body}`; the key is the base64-decoded text after `whsec_`. After a rotation there is one signature for each secret, separated by a space: accept the request if any matches.',
    },
  },
} as const;

/** Query parameters of the stream. */
const streamQuery = {
  type: 'object',
  properties: {
    type: {
      type: 'string',
      default: '*',
      description: 'An event type, all types of a resource (`payment.*`), or `*`.',
    },
    after_sequence: {
      type: 'integer',
      minimum: 0,
      description: 'Starts after this sequence of the account. Default: the next event.',
    },
    account_id: {
      type: 'string',
      description: 'Only events of this account, for callers that can read several.',
    },
  },
} as const;

/** The AsyncAPI 3.0 document of all public events, from the event catalog and its examples. */
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
        summary: 'Florin sends an event to a webhook endpoint',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
      streamEvents: {
        action: 'send',
        channel: { $ref: '#/channels/stream' },
        summary: 'Florin streams an event',
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

/** Reads the example of each event type, in its public shape. */
export function readEventExamples(): EventExamples {
  const examples = eventTypes.map((type) => {
    const text = readFileSync(new URL(`../examples/${type}.json`, import.meta.url), 'utf8');
    return [type, toExample(eventSchema.parse(JSON.parse(text)))];
  });
  return Object.fromEntries(examples);
}

/** An example account has only this object, so the account sequence equals the aggregate's. */
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
      description: publicUrl === undefined ? 'A local Florin.' : 'This Florin.',
    },
    receiver: {
      host: '{receiver}',
      protocol: 'https',
      description: 'Webhook endpoint of an account.',
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
    description: `${sentence}. Its \`data.object\` has the schema \`${object}\`.`,
    tags: [{ name: kindOf(type) }],
    payload: ref('schemas', type),
    examples: [{ name: type, payload: example }],
  };
}

/** The event envelope with the data of this type. */
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

/** The named schema of a type's data, with the schemas that it refers to. */
function objectOf(type: EventType): { readonly name: string; readonly schemas: Schema } {
  const { own, named } = toSchemas(eventCatalogue[type]);
  const [object] = own.allOf as { readonly $ref: string }[];
  if (!object) throw new Error(`the data of ${type} has no name`);
  return { name: nameIn(object.$ref), schemas: named };
}

/** AsyncAPI uses JSON Schema draft 7. Returns the schema and the schemas that it refers to. */
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
