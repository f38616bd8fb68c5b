import type { Caller, HttpMethod } from '@florin/contracts';
import { callerSchema } from '@florin/runtime/caller';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

type Headers = Readonly<Record<string, string>>;

/** A request on its way from the gateway to the service that serves its route. */
export interface LinkedRequest {
  readonly method: HttpMethod;
  /** Of the route that the gateway has found: `/v1/transactions/{transaction_id}`. */
  readonly template: string;
  /** Path and query as the client wrote them. */
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly caller: Caller;
  readonly requestId: string;
  /** Of the client. */
  readonly address: string | undefined;
  readonly traceParent: string | undefined;
}

export interface LinkedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
}

/** The heads of messages without an answer of their own. */
export const CLOSING = '{"closing":true}';
export const PING = '{"ping":true}';

/** Whoever calls again is written and read once: their text stands in each request. */
const textOfCaller = new WeakMap<Caller, string>();
const CALLERS_MAX = 10_000;
const callerOfText = new LRUCache<string, Caller>({ max: CALLERS_MAX });

export function requestHead(id: number, { body: _, caller, ...request }: LinkedRequest): string {
  let text = textOfCaller.get(caller);
  if (text === undefined) {
    text = JSON.stringify(caller);
    textOfCaller.set(caller, text);
  }
  return JSON.stringify({ id, ...request, caller: text });
}

/** @param load how busy the callee is, from 0 to 1, which it says with an answer now and then */
export function answerHead(
  id: number,
  { status, headers }: LinkedAnswer,
  load: number | undefined,
): string {
  return JSON.stringify({ id, status, headers, load });
}

const requestSchema = z.object({
  id: z.number(),
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  template: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  caller: z.string(),
  requestId: z.string(),
  address: z.string().optional(),
  traceParent: z.string().optional(),
});

/** What a caller sends: a request, or the question whether anybody is there. */
export function readFromCaller(
  head: string,
  body: Uint8Array,
): (LinkedRequest & { readonly id: number }) | 'ping' {
  if (head === PING) return 'ping';
  const { caller: text, address, traceParent, ...request } = requestSchema.parse(JSON.parse(head));
  return { ...request, address, traceParent, body, caller: readCaller(text) };
}

function readCaller(text: string): Caller {
  const known = callerOfText.get(text);
  if (known) return known;
  const caller = callerSchema.parse(JSON.parse(text)) as Caller;
  callerOfText.set(text, caller);
  return caller;
}

const fromCalleeSchema = z.object({
  id: z.number().optional(),
  status: z.number().int().min(100).max(599).optional(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  load: z.number().min(0).max(1).optional(),
});

/** An answer to the request of this id; with the callee's load where it says it. */
export interface ReceivedAnswer extends LinkedAnswer {
  readonly id: number;
  readonly load: number | undefined;
}

/** What a callee sends: an answer, that it goes away, or that it is there. */
export function readFromCallee(
  head: string,
  body: Uint8Array,
): ReceivedAnswer | 'closing' | 'pong' {
  if (head === CLOSING) return 'closing';
  if (head === PING) return 'pong';
  const { id, status, headers = {}, load } = fromCalleeSchema.parse(JSON.parse(head));
  if (id === undefined || status === undefined) throw new Error('an answer has an id and a status');
  return { id, status, headers, body, load };
}
