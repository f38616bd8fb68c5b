import type { ServiceName } from '@florin/contracts';
import { connect, ErrorCode, type JetStreamManager, NatsError, nanos } from 'nats';
import { type NatsConfig, toConnectionOptions } from './nats-config.ts';

const ANSWER_MS_MAX = 5_000;
const STREAM_AGE_MAX_MS = 7 * 86_400_000;
const STREAM_BYTES_MAX = 1_073_741_824;
/** Within this time JetStream itself drops a second copy of an event. */
const DUPLICATE_WINDOW_MS = 120_000;

/** A service that has no stream and may not make one. */
export class NoStream extends Error {}

/** The stream that holds a service's events. */
export function streamOf(service: ServiceName): string {
  return `florin_${service}`;
}

/** Where an event is published: `florin.ledger.transaction.created`. */
export function subjectOf(service: ServiceName, type: string): string {
  return `florin.${service}.${type}`;
}

/** Where processes of a service tell the one that publishes its events that there may be some. */
export function wakeSubjectOf(service: ServiceName): string {
  return `florin-wake.${service}`;
}

/**
 * Makes a service's stream unless it is there; its bounds keep the disk from filling.
 * @throws NoStream where this user may not: whoever makes streams chooses what they capture.
 */
export async function ensureStream(manager: JetStreamManager, service: ServiceName): Promise<void> {
  try {
    await manager.streams.info(streamOf(service));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await makeStream(manager, service);
  }
}

async function makeStream(manager: JetStreamManager, service: ServiceName): Promise<void> {
  try {
    await manager.streams.add({
      name: streamOf(service),
      subjects: [subjectOf(service, '>')],
      max_age: nanos(STREAM_AGE_MAX_MS),
      max_bytes: STREAM_BYTES_MAX,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    });
  } catch (error) {
    if (!(error instanceof NatsError) || error.code !== ErrorCode.PermissionsViolation) throw error;
    const what = `there is no stream ${streamOf(service)}, and this user may not make it`;
    throw new NoStream(`${what}: run provision`, { cause: error });
  }
}

/** Makes the streams of these services unless they are there, as somebody who may. */
export async function provisionStreams(
  nats: NatsConfig,
  services: readonly ServiceName[],
): Promise<void> {
  const connection = await connect({ ...toConnectionOptions(nats), timeout: ANSWER_MS_MAX });
  try {
    const manager = await connection.jetstreamManager({ timeout: ANSWER_MS_MAX });
    for (const service of services) await ensureStream(manager, service);
  } finally {
    await connection.close();
  }
}

/** Whether JetStream says that a stream or consumer does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.code === 404;
}
