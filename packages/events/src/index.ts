export { connectEvents, type EventConnection } from './connection/connection.ts';
export type { NatsConfig } from './connection/nats-config.ts';
export { NATS_ADMIN, natsUsers } from './connection/rights.ts';
export { provisionStreams } from './connection/streams.ts';
export { type ConsumerLoop, startConsumer } from './consuming/consume.ts';
export type { Consumer, ConsumerTables } from './consuming/consumer.ts';
export { deadLetterCommands } from './consuming/dead-letter-commands.ts';
export { type LeasedLoop, startRelay } from './publishing/relay.ts';
export { republish } from './publishing/republish.ts';
