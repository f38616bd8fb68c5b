import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import type { Program } from './languages.ts';

/** An error of a client, as its driver reports it. */
export interface Failure {
  readonly kind: 'refused' | 'unanswered' | 'webhook' | 'other';
  readonly message: string;
  readonly code?: string;
  readonly status?: number;
  readonly request_id?: string | null;
  readonly retry_after_ms?: number | null;
}

// Tests read answers member by member.
// biome-ignore lint/suspicious/noExplicitAny: as above
type Value = any;

/** A client in a separate program, which runs one call at a time. */
export class Driver {
  readonly #program: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;

  constructor({ command, args, options }: Program) {
    this.#program = spawn(command, args, options);
    this.#program.stderr.pipe(process.stderr);
    this.#reader = createInterface(this.#program.stdout);
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  /** @throws Error when the client throws. */
  async do(name: string, asked: object = {}): Promise<Value> {
    const { ok, error } = await this.#ask(name, asked);
    if (error) throw new Error(`${name}: ${error.kind}: ${error.message}`);
    return ok;
  }

  /** The error that the client throws. */
  async fail(name: string, asked: object = {}): Promise<Failure> {
    const { ok, error } = await this.#ask(name, asked);
    if (!error) throw new Error(`${name} should have failed: ${JSON.stringify(ok)}`);
    return error;
  }

  stop(): void {
    this.#program.kill();
    this.#reader.close();
  }

  async #ask(name: string, asked: object): Promise<{ ok?: Value; error?: Failure }> {
    this.#program.stdin.write(`${JSON.stringify({ do: name, with: asked })}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the driver has exited at ${name}`);
    return JSON.parse(value);
  }
}
