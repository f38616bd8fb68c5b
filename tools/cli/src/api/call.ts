import type { Florin } from '../../../../sdk/typescript/src/index.ts';
import type { Io } from '../io.ts';
import { connect, type Where } from '../session/connection.ts';
import { Mistake } from '../text/failure.ts';
import { harmless } from '../text/harmless.ts';
import { isMembers, recordOf, tableOf } from '../text/show.ts';
import type { Operation } from './operations.ts';

/** The options and arguments of one call. */
export interface Said extends Where {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly idempotencyKey: string | undefined;
  readonly json: boolean;
}

type Call = (path: string, options: object) => Promise<unknown>;

/** Calls Florin and shows the answer. */
export async function call(io: Io, operation: Operation, said: Said): Promise<void> {
  const { client } = await connect(io.env, said);
  const florin = await client();
  const body = said.body && (await withAccount(florin, operation, said.body));
  const { path, query, idempotencyKey } = said;
  const request = {
    path,
    query,
    ...(body && { body }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  if (operation.mediaType !== 'application/json') {
    const file = await download((send) => client(send), operation, request);
    return writeFile(operation, file);
  }
  const answer = await ask(florin, operation, request);
  if (said.json) return io.showJson(answer);
  for (const line of linesOf(answer, io.width)) io.show(line);
  const next = nextPage(answer);
  if (next !== undefined) io.say(`there is more: --starting_after ${next}`);
}

/** Adds the caller's account if the operation requires one and none is given. */
async function withAccount(
  florin: Florin,
  { body: fields = [] }: Operation,
  body: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const isNeeded = fields.some(({ path, isRequired }) => isRequired && path[0] === 'account_id');
  if (!isNeeded || Object.hasOwn(body, 'account_id')) return body;
  return { account_id: (await florin.get('/v1/account')).id, ...body };
}

/** Typed by the document of the command, not by the compiled one. */
function ask(florin: Florin, { method, path }: Operation, request: object): Promise<unknown> {
  return (florin[method] as unknown as Call).call(florin, path, request);
}

/** The client parses JSON only, so a file is taken from the raw answer. */
async function download(
  open: (send: typeof fetch) => Promise<Florin>,
  operation: Operation,
  request: object,
): Promise<Buffer> {
  let file = Buffer.alloc(0);
  const florin = await open(async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return response;
    file = Buffer.from(await response.arrayBuffer());
    return Response.json(null);
  });
  await ask(florin, operation, request);
  return file;
}

function writeFile({ mediaType }: Operation, file: Buffer): void {
  const isText = /^text\/|json/.test(mediaType);
  if (process.stdout.isTTY && !isText)
    throw new Mistake(`this is ${mediaType}: send it to a file, by > at the end of the command`);
  process.stdout.write(
    process.stdout.isTTY ? `${file.toString().split('\n').map(harmless).join('\n')}` : file,
  );
}

function linesOf(answer: unknown, width: number): readonly string[] {
  if (!isMembers(answer)) return [harmless(JSON.stringify(answer))];
  if (!Array.isArray(answer.data)) return recordOf(answer);
  return answer.data.length === 0 ? ['none'] : tableOf(answer.data, width);
}

function nextPage(answer: unknown): string | undefined {
  if (!isMembers(answer) || answer.has_more !== true || !Array.isArray(answer.data))
    return undefined;
  const last: unknown = answer.data.at(-1);
  return isMembers(last) && typeof last.id === 'string' ? harmless(last.id) : undefined;
}
