import { isDeepStrictEqual } from 'node:util';
import type { ServiceName } from '@florin/contracts';
import { startLoop } from '@florin/runtime/loop';
import type { Logger } from '@florin/service';
import { mayStillStart } from '../upstreams/may-still-start.ts';
import { acceptDescription, type DescribeReply, type Description } from './accept-description.ts';

/** What is known of one service. */
export interface DescribedService {
  readonly name: ServiceName;
  /** The last good answer; undefined before the first. */
  description(): Description | undefined;
  /** Whether it gave its last answer when it was asked last. */
  answers(): boolean;
  stop(): Promise<void>;
}

export interface DescribeTiming {
  readonly everyMs: number;
  /** Sooner again while it does not answer. */
  readonly afterErrorMs: number;
}

/** A service that announces others each time is told of again, rather than remembered for ever. */
const REPORTED_MAX = 1_000;

/** Asks a service for its routes again and again, so that its team deploys without the gateway. */
export function startDescribing(
  name: ServiceName,
  describe: () => Promise<DescribeReply>,
  onChange: () => void,
  { everyMs, afterErrorMs }: DescribeTiming,
  log: Logger,
): DescribedService {
  let last: DescribeReply | undefined;
  let description: Description | undefined;
  let answers = false;
  let isReported = false;
  const reportedRefusals = new Set<string>();

  async function ask(): Promise<'rest'> {
    const reply = await describe();
    if (!isDeepStrictEqual(reply, last)) {
      const accepted = acceptDescription(name, reply);
      report(accepted.refusals);
      last = reply;
      description = accepted.description;
      log.info(
        { service: name, version: description.version, routes: description.routes.length },
        'learned routes',
      );
      onChange();
    }
    answers = true;
    isReported = false;
    return 'rest';
  }

  function report(refusals: readonly string[]): void {
    if (reportedRefusals.size > REPORTED_MAX) reportedRefusals.clear();
    for (const refusal of refusals) {
      if (reportedRefusals.has(refusal)) continue;
      reportedRefusals.add(refusal);
      log.error({ service: name, refusal }, 'refused a route that a service announces');
    }
  }

  const loop = startLoop(ask, { restMs: everyMs, restAfterErrorMs: afterErrorMs }, (error) => {
    answers = false;
    if (isReported || (description === undefined && mayStillStart(error))) return;
    isReported = true;
    log.warn({ service: name, err: error }, 'does not describe itself; its last routes stay');
  });
  return {
    name,
    description: () => description,
    answers: () => answers,
    stop: () => loop.stop(),
  };
}
