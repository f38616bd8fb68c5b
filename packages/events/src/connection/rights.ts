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

/** Subjects that a NATS user may publish and subscribe to. */
interface NatsRights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** The user with all rights, like a Postgres superuser. It creates the streams. */
export const NATS_ADMIN = 'florin-admin';

const apps: readonly PeerName[] = [...serviceNames, 'gateway'];

/** All users of Florin's NATS: the administrator, then one per app. */
export function natsUsers(passwordOf: (user: string) => string) {
  const admin = { name: NATS_ADMIN, publish: ['>'], subscribe: ['>'] };
  const others = apps.map((app) => ({ name: app, ...natsRightsOf(app) }));
  return [admin, ...others].map((user) => ({ ...user, password: passwordOf(user.name) }));
}

/**
 * Minimal rights of an app: publish to its stream, follow that stream's consumers, and consume its
 * sources. It may not manage or read its own stream: JetStream replies to any subject that a
 * request names, so an app could forge messages of others
 * ([decision](docs/decisions/0024-nats-user-per-app.md)).
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

/** Reading the progress of its stream's consumers, and purging handled messages. */
function keeping(service: PublisherName): string[] {
  const stream = streamOf(service);
  return [
    `$JS.API.STREAM.INFO.${stream}`,
    `$JS.API.STREAM.PURGE.${stream}`,
    ...readersOf(service).map((reader) => `$JS.API.CONSUMER.INFO.${stream}.${reader}`),
  ];
}

/**
 * Only the consumer with this name and filter, both of which are in the subject of its creation.
 */
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
