import { z } from 'zod';

/** Maximum duration in milliseconds and size of an answer. */
const OFFICE_LIMITS = { answerMsMax: 20_000, bytesMax: 65_536 };

/**
 * Calls a tax office or a tax engine over HTTP; an invalid JSON body becomes null.
 * @throws Error without an answer
 */
export async function askOffice(url: string, request: RequestInit, limits = OFFICE_LIMITS) {
  const signal = AbortSignal.timeout(limits.answerMsMax);
  const response = await fetch(url, { ...request, redirect: 'error', signal });
  return { status: response.status, body: toJson(await readBounded(response, limits.bytesMax)) };
}

async function readBounded({ body }: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`a tax office returned more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Parses an answer. @throws Error for an unexpected shape */
export function readAnswer<Shape>(schema: z.ZodType<Shape>, office: string, body: unknown): Shape {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new Error(`${office} returned an unexpected shape: ${z.prettifyError(read.error)}`);
}
