import type { Caller, HttpMethod } from '@florin/contracts';
import { callerSchema } from '@florin/runtime/caller';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

type Headers = Readonly<Record<string, string>>;

/** A request that the gateway forwards to the service of its route. */
export interface LinkedRequest {
  readonly method: HttpMethod;
  /** Template of the route: `/v1/transactions/{transaction_id}`. */
  readonly template: string;
  /** Path and query as sent by the client. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly caller: Caller;
  readonly requestId: string;
  /** The client's IP address. */
  readonly address: string | undefined;
  readonly traceParent: string | undefined;
}

export interface LinkedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
}

/** Headers of messages without an answer. */
export const CLOSING = '{"closing":true}';
export const PING = '{"ping":true}';

/** Caches the text of repeated callers, which each request contains. */
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

/** @param load the callee's load from 0 to 1, which some answers report */
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

/** Parses a caller's message: a request or a ping. */
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

/** The answer to the request with this id, possibly with the callee's load. */
export interface ReceivedAnswer extends LinkedAnswer {
  readonly id: number;
  readonly load: number | undefined;
}

/** Parses a callee's message: an answer, a goodbye or a pong. */
export function readFromCallee(
  head: string,
  body: Uint8Array,
): ReceivedAnswer | 'closing' | 'pong' {
  if (head === CLOSING) return 'closing';
  if (head === PING) return 'pong';
  const { id, status, headers = {}, load } = fromCalleeSchema.parse(JSON.parse(head));
  if (id === undefined || status === undefined)
    throw new Error('an answer must have an id and a status');
  return { id, status, headers, body, load };
}
