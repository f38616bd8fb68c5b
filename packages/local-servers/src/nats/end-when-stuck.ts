import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OnProgress } from '../running-server.ts';
import { hasExited } from '../stop-child.ts';
import { jetStreamAnswers, type Probed } from './jetstream-answers.ts';

const usual = {
  everyMs: 5_000,
  afterSilenceMs: 1_000,
  answerTimeoutMs: 5_000,
  /** In a row, since a busy machine may delay one answer. */
  silencesMax: 3,
};

/** Kills a server whose JetStream no longer answers, so that its supervisor restarts it. */
export async function endWhenStuck(
  child: ChildProcess,
  probed: Probed,
  onProgress: OnProgress,
  { everyMs, afterSilenceMs, answerTimeoutMs, silencesMax } = usual,
): Promise<void> {
  let silences = 0;
  while (silences < silencesMax) {
    await sleep(silences > 0 ? afterSilenceMs : everyMs, undefined, { ref: false });
    if (hasExited(child)) return;
    silences = (await jetStreamAnswers(probed, answerTimeoutMs)) ? 0 : silences + 1;
  }
  onProgress('the NATS server stopped responding; ending it');
  // A stuck server would not react to SIGTERM.
  child.kill('SIGKILL');
}
