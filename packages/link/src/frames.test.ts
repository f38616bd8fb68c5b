import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BrokenFrame, type Message, makePacker, makeUnpacker } from './frames.ts';

const key = createSecretKey(randomBytes(32));
const messages: Message[] = [
  { head: '{"id":1}', body: Buffer.from('first') },
  { head: '{"name":"Zürich – 残高 🙂"}', body: new Uint8Array(0) },
];

function textOf({ head, body }: Message): string {
  return `${head} ${Buffer.from(body).toString('base64')}`;
}

it('transports messages, however the stream is split', () => {
  const message = fc.record({ head: fc.string({ unit: 'grapheme' }), body: fc.uint8Array() });
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
  const all = fc.array(fc.array(message, { minLength: 1 }), { maxLength: 6 });
  fc.assert(
    fc.property(all, sizes, (turns, cuts) => {
      const pack = makePacker(key);
      const unpack = makeUnpacker(key);
      const bytes = Buffer.concat(turns.flatMap((turn) => pack(turn, 7)));
      const received: string[] = [];
      for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
        const size = cuts[cut % cuts.length] ?? 1;
        for (const one of unpack(bytes.subarray(at, at + size))) received.push(textOf(one));
        at += size;
      }
      expect(received).toEqual(turns.flat().map(textOf));
    }),
  );
});

it('carries the time of sending', () => {
  const [frame = Buffer.alloc(0)] = makePacker(key)(messages, 1_234_567_890_123);
  expect(makeUnpacker(key)(frame).map(({ sentAtMs }) => sentAtMs)).toEqual([
    1_234_567_890_123, 1_234_567_890_123,
  ]);
});

it('splits large batches into frames of allowed size', () => {
  const body = randomBytes(100_000);
  const frames = makePacker(key)(
    Array.from({ length: 10 }, () => ({ head: '{}', body })),
    0,
  );
  expect(frames.length).toBe(5);
  expect(makeUnpacker(key)(Buffer.concat(frames))).toHaveLength(10);
});

it('rejects a frame with any byte changed', () => {
  const [frame = Buffer.alloc(0)] = makePacker(key)(messages, 7);
  // Skip the length in the first four bytes: if changed, the frame is incomplete or too large.
  for (let at = 4; at < frame.length; at += 1) {
    const changed = Buffer.from(frame);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => makeUnpacker(key)(changed), `byte ${at}`).toThrow(BrokenFrame);
  }
});

it('rejects a frame that is repeated, early, or sealed with another key', () => {
  const pack = makePacker(key);
  const [first = Buffer.alloc(0)] = pack(messages, 7);
  const [second = Buffer.alloc(0)] = pack(messages, 7);
  expect(() => makeUnpacker(key)(second)).toThrow(BrokenFrame);
  expect(() => makeUnpacker(key)(Buffer.concat([first, first]))).toThrow(BrokenFrame);
  expect(() => makeUnpacker(createSecretKey(randomBytes(32)))(first)).toThrow(BrokenFrame);
  expect(makeUnpacker(key)(Buffer.concat([first, second]))).toHaveLength(4);
});

it('rejects an oversized frame before it has arrived', () => {
  for (const bytes of [
    [0xff, 0xff, 0xff, 0xff],
    [0, 0, 0, 1],
  ])
    expect(() => makeUnpacker(key)(Buffer.from(bytes))).toThrow(BrokenFrame);
});
