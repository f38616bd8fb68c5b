import type { EventConnection } from '@florin/events';
import { startConsumer as start } from '../../../../../packages/events/src/consuming/consume.ts';
import { changeMember } from '../change-member.ts';
import { isDeadly } from '../deadly-events.ts';

export * from '../../../../../packages/events/src/consuming/consume.ts';

/**
 * Ends the process after a deadly event's work is committed, before it is acknowledged. A process
 * that recognizes the redelivered event does no work, and survives.
 */
export const startConsumer: typeof start = (connection, source, consumer) => {
  let isDoomed = false;
  const checked = beforeEachAck(connection, () => {
    if (isDoomed) process.kill(process.pid, 'SIGKILL');
  });
  return start(checked, source, {
    ...consumer,
    async handle(tx, events) {
      await consumer.handle(tx, events);
      if (events.some(({ data }) => isDeadly(data.object.reference))) isDoomed = true;
    },
  });
};

function beforeEachAck(connection: EventConnection, check: () => void): EventConnection {
  const jetStream = async () => {
    const { client, manager } = await connection.jetStream();
    return { manager, client: changeMember(client, 'consumers', watchAll) };
  };
  return { ...connection, jetStream };

  function watchAll(consumers: Consumers): Consumers {
    return changeMember(consumers, 'get', (get) => async (stream, name) => {
      const consumer = await get(stream, name);
      return changeMember(
        consumer,
        'consume',
        (consume) => (options) =>
          consume({ ...options, callback: (message) => options?.callback?.(watch(message)) }),
      );
    });
  }

  function watch(message: Message): Message {
    return changeMember(message, 'ack', (ack) => () => {
      check();
      ack();
    });
  }
}

type Consumers = Awaited<ReturnType<EventConnection['jetStream']>>['client']['consumers'];
type Consume = Awaited<ReturnType<Consumers['get']>>['consume'];
type Message = Parameters<NonNullable<NonNullable<Parameters<Consume>[0]>['callback']>>[0];
