export { connectEvents, type EventConnection } from './connection.ts';
export { type ConsumerLoop, startConsumer } from './consume.ts';
export type { Consumer, ConsumerTables } from './consumer.ts';
export { deadLetterCommands } from './dead-letter-commands.ts';
export type { NatsConfig } from './nats-config.ts';
export { type LeasedLoop, startRelay } from './relay.ts';
export { republish } from './republish.ts';
export { NATS_ADMIN, natsUsers } from './rights.ts';
export { provisionStreams } from './streams.ts';
