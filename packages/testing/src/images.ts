import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
/** Number of AC coefficients in a block. */
const COEFFICIENTS = 63;
const RUN_MAX = 32_767;

export function pngOf(chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

/** A PNG header chunk (ISO 15948, section 11.2.2) with eight bits per channel, RGB or RGBA. */
export function header(width: number, height: number, hasAlpha = false): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, hasAlpha ? 6 : 2, 0, 0, 0], 8);
  return chunk('IHDR', data);
}

export function pixels(rows: Buffer): Buffer {
  return chunk('IDAT', deflateSync(rows, { level: 9 }));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A decoder that uses the second header allocates 3.6 GB for these few bytes. */
export function pngWithTwoHeaders(): Buffer {
  const rows = Buffer.alloc(8 * (1 + 8 * 4));
  return pngOf([header(8, 8, true), header(30_000, 30_000, true), pixels(rows)]);
}

/** A progressive JPEG (ITU-T T.81, annex G) with thousands of scans over all blocks. */
export function jpegOfManyScans(size: number, bytesMax: number): Buffer {
  const blocks = Math.ceil(size / 8) ** 2;
  const frame = Buffer.from([8, size >> 8, size & 255, size >> 8, size & 255, 1, 1, 0x11, 0]);
  const codeOf = (table: number, symbol: number) =>
    Buffer.from([table, 1, ...Array(15).fill(0), symbol]);
  const parts = [
    ...[
      START,
      segment(0xc2, frame),
      segment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)])),
    ],
    ...[segment(0xc4, codeOf(0, 0)), segment(0xc4, codeOf(0x10, 0xe0))],
    ...[scan(0), Buffer.alloc(Math.ceil(blocks / 8))],
  ];
  const empty = endsOfBand(blocks);
  let length = parts.reduce((sum, part) => sum + part.length, END.length);
  for (let index = 0; length + 10 + empty.length <= bytesMax; index += 1) {
    parts.push(scan(1 + (index % COEFFICIENTS)), empty);
    length += 10 + empty.length;
  }
  return Buffer.concat([...parts, END]);
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

function scan(coefficient: number): Buffer {
  return segment(0xda, Buffer.from([1, 1, 0, coefficient, coefficient, 0]));
}

/** Encodes end-of-band runs: a few bits with which many blocks skip a coefficient. */
function endsOfBand(blocks: number): Buffer {
  let bits = '';
  for (let left = blocks; left > 0; left -= RUN_MAX)
    bits += `0${Math.max(0, Math.min(left, RUN_MAX) - 16_384)
      .toString(2)
      .padStart(14, '0')}`;
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(
    bytes.flatMap((byte) =>
      byte === '11111111' ? [255, 0] : [Number.parseInt(byte.padEnd(8, '1'), 2)],
    ),
  );
}
