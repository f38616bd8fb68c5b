import type { Result } from '@florin/client';
import { type ServiceName, serviceNames } from '@florin/contracts/services';
import { florin } from './api.ts';

export type Status = Result<'get', '/v1/system/billing'>;
/** Services whose dead letters can be retried from the console. */
const consumers = ['billing', 'webhooks', 'mail'] as const;
export type Consumer = (typeof consumers)[number];

/** Loads the status of one service. */
export function loadStatus(name: ServiceName): Promise<Status> {
  return florin.get(`/v1/system/${name}` as '/v1/system/billing');
}

/** A backlog older than this needs an operator. */
const LATE_SECONDS = 30;

/** Health of a service, in the words of `State`. */
export function healthOf({
  nats,
  outbox,
  dead_letters,
  unended_work,
  consumers: sources,
}: Status): string {
  if (nats === 'away' || (dead_letters?.count ?? 0) > 0) return 'failed';
  const ages = [outbox, unended_work, ...sources].map((each) => each?.age_seconds ?? 0);
  return ages.some((age) => age > LATE_SECONDS) ? 'past_due' : 'ready';
}

/** Counts services that do not respond, have a late backlog, or have dead letters. */
export async function countUnwell(): Promise<number> {
  const found = await Promise.allSettled(serviceNames.map(loadStatus));
  return found.filter((each) => each.status === 'rejected' || healthOf(each.value) !== 'ready')
    .length;
}

export const isConsumer = (name: ServiceName): name is Consumer =>
  (consumers as readonly string[]).includes(name);
