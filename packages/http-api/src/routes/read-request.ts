import { AppError } from '@florin/contracts';
import { z } from 'zod';
import { isForm, readBody } from '../requests/read-body.ts';
import { ChangedNumber } from '../requests/read-json.ts';
import { readPairs } from '../requests/read-pairs.ts';
import { validate } from '../requests/validate.ts';
import type { Route } from './define-route.ts';

/** Parses requests to a route. */
export interface RequestReader {
  /** Parses the query of a URL with the route's schema. */
  readonly query: (url: string) => unknown;
  /** The raw body, and its value parsed by the route's schema. */
  readonly body: (
    bytes: Uint8Array,
    contentType: string | undefined,
  ) => { readonly sent: unknown; readonly body: unknown };
}

const nothing = z.object({});

/**
 * Refuses undeclared names. Pages are the exception: mail programs and banks add query parameters,
 * and browsers send every form field (decision 26).
 */
export function makeRequestReader(route: Route): RequestReader {
  const answered = answeredNames(route);
  function check(named: unknown): unknown {
    refuseChangedElsewhere(route, named);
    return validate(route.body ?? nothing, named, 'body', answered);
  }
  function read(bytes: Uint8Array, contentType: string | undefined): unknown {
    try {
      return readBody(bytes, contentType, route.form ?? (route.showError && {}));
    } catch (error) {
      throw error instanceof ChangedNumber ? ofSameMember(error, () => check(error.value)) : error;
    }
  }
  return {
    query(url) {
      const [, query = ''] = /\?(.*)$/s.exec(url) ?? [];
      if (route.showError) return route.query && readPageQuery(route.query, query);
      const named = Object.fromEntries(readPairs(query));
      const read = validate(route.query ?? nothing, named, 'query');
      return route.query && read;
    },
    body(bytes, contentType) {
      const sent = read(bytes, contentType);
      const isLeftOut = sent === undefined && (route.isBodyOptional || !route.body);
      const isPageForm = route.showError !== undefined && isForm(contentType);
      const declared = isPageForm ? declaredFields(route.body ?? nothing, sent) : sent;
      const named = isLeftOut ? {} : declared;
      const isApiForm = !isPageForm && isForm(contentType);
      const body = check(isApiForm ? filledFields(route.body ?? nothing, named) : named);
      return { sent, body: route.body && body };
    },
  };
}

/** @throws AppError invalid_request that names the operation which changes a member */
function refuseChangedElsewhere({ changedBy = {} }: Route, sent: unknown): void {
  if (typeof sent !== 'object' || sent === null) return;
  const [found] = Object.entries(changedBy).filter(([name]) => Object.hasOwn(sent, name));
  if (found)
    throw new AppError('invalid_request', `${found[0]}: cannot be changed here; use ${found[1]}`);
}

/** The query parameters of a page's own links; all others are dropped. */
function readPageQuery(schema: z.ZodType, query: string): unknown {
  const read = schema.safeParse(Object.fromEntries(new URLSearchParams(query)));
  return read.success ? read.data : schema.parse({});
}

/**
 * The declared fields of a page's form. Others are for the browser, such as a login name for
 * password managers.
 */
function declaredFields(schema: z.ZodType, sent: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return sent;
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => Object.hasOwn(schema.shape, name)),
  );
}

/** Drops empty optional form fields, since a form cannot omit them. */
function filledFields(schema: z.ZodType, sent: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return sent;
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const isLeftOut = (name: string, value: unknown) =>
    value === '' && Object.hasOwn(shape, name) && shape[name]?.safeParse(undefined).success;
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !isLeftOut(name, value)),
  );
}

/** Prefers the schema's message about the same number, if it has one. */
function ofSameMember(changed: ChangedNumber, check: () => unknown): Error {
  try {
    check();
  } catch (error) {
    const isNamed = (part: string) => part.startsWith(`${changed.path}: `);
    if (error instanceof AppError && error.message.split('; ').some(isNamed)) return error;
  }
  return changed;
}

/** Member names of successful responses. */
function answeredNames({ replies }: Route): ReadonlySet<string> {
  const shapes = Object.values(replies).flatMap((reply) =>
    reply instanceof z.ZodObject ? Object.keys(reply.shape) : [],
  );
  return new Set(shapes);
}
