import { isDeepStrictEqual } from 'node:util';
import { send } from '@florin/system-kit';

const SHOWN_MAX = 150;
const SECRETS = /^(password|access_token|refresh_token|secret|card_number|cvc)$/;

type Fields = Readonly<Record<string, unknown>>;

export interface Step {
  readonly why: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly json?: Fields;
  /** Form fields, sent as a browser does. */
  readonly form?: Readonly<Record<string, string>>;
  /** The expected status. */
  readonly status: number;
  readonly says: Fields;
  /** Minor units available and held afterwards; absent if no caller can read the balance. */
  readonly leaves?: readonly [available: number, held: number];
}

// Each step knows its request, and checks the answer.
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
export type Narrate = (step: Step) => Promise<any>;

interface Parts {
  readonly url: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A step that sends JSON. */
export function post(path: string, json: Fields) {
  return { method: 'POST', path, json } as const;
}

/** Runs and prints steps one by one, and throws at the first unexpected answer. */
export function makeNarrator({ url, say, signal }: Parts) {
  let steps = 0;
  let token: string | undefined;

  async function ask({ method, path, json, form }: Omit<Step, 'why' | 'status' | 'says'>) {
    const isPage = path.startsWith('/pay/');
    const body = form ? new URLSearchParams(form) : json;
    const answer = await send(url, {
      method,
      path,
      body,
      token: isPage ? undefined : token,
      signal,
    });
    return isPage ? { ...answer, body: { heading: headingOf(answer.body) } } : answer;
  }

  async function narrate(step: Step) {
    steps += 1;
    say(`\n${String(steps).padStart(2)}  ${step.why}`);
    const sent = step.json ?? step.form;
    const path = step.path.replace(/(?<=^\/pay\/).*/, '***');
    say(`    ${step.method} ${path} ${sent ? shown(sent) : ''}`.trimEnd());
    const { status, body } = await ask(step);
    say(`    ${status} ${shown(essence(body, step.says))}`);
    expectAsSaid(`step ${steps}`, { http: status }, { http: step.status });
    expectAsSaid(`step ${steps}`, body, step.says);
    // A login replaces the token.
    token = body.access_token ?? token;
    if (step.leaves) await showBalance(step.leaves);
    return body;
  }

  async function showBalance([available, held]: readonly [number, number]) {
    const { body } = await ask({ method: 'GET', path: '/v1/account/balance' });
    say(`    balance: ${body.available} available, ${body.held} held`);
    expectAsSaid(`the balance after step ${steps}`, body, { available, held });
  }

  return { narrate, count: () => steps };
}

/** The members that matter to the story, and those of an error. */
function essence(body: Fields, says: Fields): Fields {
  const named = ['id', ...Object.keys(says), 'payment_url', 'access_token', 'error', 'message'];
  return Object.fromEntries(named.filter((name) => name in body).map((name) => [name, body[name]]));
}

function shown(fields: Fields): string {
  const text = JSON.stringify(fields, (name, value) => {
    if (SECRETS.test(name)) return '***';
    return name === 'payment_url' ? String(value).replace(/[^/]+$/, '***') : value;
  });
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

function expectAsSaid(what: string, answer: Fields, expected: Fields): void {
  for (const [name, value] of Object.entries(expected)) {
    if (isDeepStrictEqual(answer[name], value)) continue;
    const [was, wanted] = [answer[name], value].map((some) => JSON.stringify(some));
    throw new Error(`${what} got an unexpected answer: ${name} is ${was}, not ${wanted}`);
  }
}

function headingOf(page: string): string | undefined {
  return /<h1>(.*?)<\/h1>/.exec(page)?.[1];
}
