import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Mistake } from '../text/failure.ts';

export interface Asker {
  ask(question: string): Promise<string>;
  /** The same for secrets: the answer is not shown. */
  askSecretly(question: string): Promise<string>;
  close(): void;
}

/**
 * Asks in the terminal. Without one, each answer is a line of standard input.
 * @throws Mistake without an answer.
 */
export function makeAsker(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Asker {
  let isShown = true;
  const echo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (isShown) output.write(chunk);
      done();
    },
  });
  const terminal = input.isTTY ?? false;
  const reader = createInterface({ input, output: echo, terminal });
  const lines = reader[Symbol.asyncIterator]();
  reader.on('SIGINT', () => reader.close());

  async function askFor(question: string, shows: boolean): Promise<string> {
    if (terminal) output.write(question);
    isShown = shows;
    const { value, done } = await lines.next();
    isShown = true;
    if (terminal && !shows) output.write('\n');
    if (done || value === '') throw new Mistake(`${question.replace(/[: ]+$/, '')} is missing`);
    return value;
  }
  return {
    ask: (question) => askFor(question, true),
    askSecretly: (question) => askFor(question, false),
    close: () => reader.close(),
  };
}
