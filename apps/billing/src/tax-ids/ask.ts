import { z } from 'zod';

const ANSWER_MS_MAX = 20_000;
const BYTES_MAX = 65_536;

/** Asks a tax office over HTTP; a body that is no JSON is read as null. @throws Error without an answer */
export async function askOffice(url: string, request: RequestInit) {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  const response = await fetch(url, { ...request, redirect: 'error', signal });
  return { status: response.status, body: toJson(await readBounded(response)) };
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new Error(`a tax office answered more than ${BYTES_MAX} bytes`);
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

/** Reads an answer. @throws Error for one of another shape */
export function readAnswer<Shape>(schema: z.ZodType<Shape>, office: string, body: unknown): Shape {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new Error(`${office} answered in another shape: ${z.prettifyError(read.error)}`);
}
