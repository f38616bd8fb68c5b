import { StatementError } from './error.ts';
import { STATEMENT_BYTES_MAX } from './model.ts';

/** Encodings that banks use, by their labels in the WHATWG Encoding Standard. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15'] as const;
export type Encoding = (typeof encodings)[number];

/**
 * Decodes a file. A byte order mark overrides the declared encoding.
 * @throws StatementError if the file is too large, is not in its encoding, or is not text
 */
export function readText(bytes: Uint8Array, declared: Encoding): string {
  if (bytes.length > STATEMENT_BYTES_MAX)
    throw new StatementError(null, null, `the file is larger than ${STATEMENT_BYTES_MAX} bytes`);
  const encoding = encodingOfMark(bytes) ?? declared;
  const text = decode(bytes, encoding);
  // Line breaks and tabs are allowed. Other control characters mean that this is not a text file.
  const control = /[^\P{Cc}\t\n\r\u0080-\u009f]/u.exec(text);
  if (control)
    throw new StatementError(
      lineAt(text, control.index),
      null,
      'the file has a control character; it is not text, or has another encoding',
    );
  return text;
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new StatementError(null, null, `the file is not valid ${encoding.toUpperCase()}`);
  }
}

function encodingOfMark([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
