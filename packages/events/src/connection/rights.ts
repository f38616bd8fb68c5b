import {
  eventSources,
  type PeerName,
  type PublisherName,
  publisherNames,
  readersOf,
  revisionSubject,
  serviceNames,
} from '@florin/contracts';
import { inboxPrefixOf } from './connection.ts';
import { streamOf, subjectOf, wakeSubjectOf } from './streams.ts';

/** The subjects that a user of NATS may publish to and subscribe. */
interface NatsRights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** Who may do everything: it makes the streams, and is what a superuser is to Postgres. */
export const NATS_ADMIN = 'florin-admin';

const apps: readonly PeerName[] = [...serviceNames, 'gateway'];

/** All users of a NATS that belongs to one Florin: the administrator first, then each app. */
export function natsUsers(passwordOf: (user: string) => string) {
  const admin = { name: NATS_ADMIN, publish: ['>'], subscribe: ['>'] };
  const others = apps.map((app) => ({ name: app, ...natsRightsOf(app) }));
  return [admin, ...others].map((user) => ({ ...user, password: passwordOf(user.name) }));
}

/**
 * The rights that an app needs, and no more: it adds to its own stream and follows the consumers of that,
 * and it consumes the streams that it reads, under its own name.
 *
 * No app makes or changes a stream, or consumes or reads the stream that it writes. JetStream answers to
 * whatever subject a request names, without a look at the sender, so the bytes of its own messages could be
 * led onto the subjects of others ([decision](docs/decisions/0024-nats-has-a-user-for-each-app.md)).
 */
function natsRightsOf(app: PeerName): NatsRights {
  const sources = Object.entries(eventSources[app as keyof typeof eventSources] ?? {});
  const own = publisherNames.filter((name) => name === app);
  return {
    publish: [
      ...own.map((service) => subjectOf(service, '>')),
      ...own.flatMap(keeping),
      ...sources.flatMap(([source, only]) => consuming(app, source as PublisherName, only)),
      ...own.map(wakeSubjectOf),
      ...(app === 'identity' ? [revisionSubject] : []),
    ],
    subscribe: [
      `${inboxPrefixOf(app)}.>`,
      ...own.map(wakeSubjectOf),
      ...(app === 'gateway' ? [revisionSubject] : []),
    ],
  };
}

/** To look how far each consumer of its stream has come, and to purge what all have handled. */
function keeping(service: PublisherName): string[] {
  const stream = streamOf(service);
  return [
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.STREAM.PURGE.${stream}`,
    ...readersOf(service).map((reader) => `$JS.API.CONSUMER.INFO.${stream}.${reader}`),
  ];
}

/** Only a consumer of this name, and only with this filter, which the subject of its making has. */
function consuming(app: PeerName, source: PublisherName, only: string): string[] {
  const stream = streamOf(source);
  return [
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.CONSUMER.INFO.${stream}.${app}`,
    `$JS.API.CONSUMER.DELETE.${stream}.${app}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${app}.${subjectOf(source, only)}`,
    `$JS.API.CONSUMER.MSG.NEXT.${stream}.${app}`,
    `$JS.ACK.${stream}.${app}.>`,
  ];
}
