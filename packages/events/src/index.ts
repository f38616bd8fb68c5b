export { connectEvents, type EventConnection } from './connection.ts';
export { type Consumer, type ConsumerTables, startConsumer } from './consume.ts';
export { startRelay } from './relay.ts';
