import type { KeyObject } from 'node:crypto';
import { isTagOf, TAG_BYTES, tagOf } from './tag.ts';

/** A message on a link: a JSON header and the bytes that belong to it. */
export interface Message {
  /** JSON text. */
  readonly head: string;
  readonly body: Uint8Array;
}

/** A received message. `sentAtMs` is in the sender's time. */
export interface Received {
  readonly head: string;
  readonly body: Buffer;
  readonly sentAtMs: number;
}

/** Approximate size of the frames into which a batch of messages is split. */
const FRAME_BYTES = 262_144;
/** Size limit of a frame, and so of an answer. */
const FRAME_BYTES_MAX = 17_825_792;

/**
 * A frame is a length, a tag, the time of sending, and messages. A message is the lengths of its
 * two parts, and the parts. Numbers are big-endian.
 */
const LENGTH_BYTES = 4;
const TIME_BYTES = 8;
const TAGGED_FROM = LENGTH_BYTES + TAG_BYTES;
const FRAME_HEAD_BYTES = TAGGED_FROM + TIME_BYTES;
const MESSAGE_HEAD_BYTES = 2 * LENGTH_BYTES;

/** Received data that the other end cannot have sent. */
export class BrokenFrame extends Error {
  override readonly name = 'BrokenFrame';
}

/**
 * Packs messages into frames. Each has a tag (HMAC-SHA256, RFC 2104, cut to 128 bits) over its
 * number and contents, so frames cannot be changed, dropped, repeated or reordered.
 */
export function makePacker(
  key: KeyObject,
): (messages: readonly Message[], nowMs: number) => Buffer[] {
  let number = 0n;

  function pack(messages: readonly Message[], bytes: number, nowMs: number): Buffer {
    const frame = Buffer.allocUnsafe(FRAME_HEAD_BYTES + bytes);
    frame.writeUInt32BE(frame.length - LENGTH_BYTES, 0);
    frame.writeDoubleBE(nowMs, TAGGED_FROM);
    let at = FRAME_HEAD_BYTES;
    for (const { head, body } of messages) {
      const headBytes = frame.write(head, at + MESSAGE_HEAD_BYTES);
      frame.writeUInt32BE(headBytes, at);
      frame.writeUInt32BE(body.length, at + LENGTH_BYTES);
      at += MESSAGE_HEAD_BYTES + headBytes;
      frame.set(body, at);
      at += body.length;
    }
    tagOf(key, number, frame.subarray(TAGGED_FROM)).copy(frame, LENGTH_BYTES, 0, TAG_BYTES);
    number += 1n;
    return frame;
  }

  return (messages, nowMs) => {
    const frames: Buffer[] = [];
    let gathered: Message[] = [];
    let bytes = 0;
    for (const message of messages) {
      const size = MESSAGE_HEAD_BYTES + Buffer.byteLength(message.head) + message.body.length;
      if (bytes > 0 && bytes + size > FRAME_BYTES) {
        frames.push(pack(gathered, bytes, nowMs));
        gathered = [];
        bytes = 0;
      }
      gathered.push(message);
      bytes += size;
    }
    if (gathered.length > 0) frames.push(pack(gathered, bytes, nowMs));
    return frames;
  };
}

/**
 * Unpacks messages from a stream split at any point.
 * @throws BrokenFrame for an oversized frame or a wrong tag; the frame is then ignored
 */
export function makeUnpacker(key: KeyObject): (chunk: Buffer) => Received[] {
  let chunks: Buffer[] = [];
  let size = 0;
  let number = 0n;

  /** The received bytes as one buffer, once they contain a whole frame. */
  function gather(): Buffer | undefined {
    if (size < LENGTH_BYTES) return undefined;
    const [first] = chunks;
    if (first && first.length < LENGTH_BYTES) chunks = [Buffer.concat(chunks)];
    const length = chunks[0]?.readUInt32BE(0) ?? 0;
    if (length > FRAME_BYTES_MAX || length < FRAME_HEAD_BYTES - LENGTH_BYTES)
      throw new BrokenFrame(`a frame cannot have ${length} bytes`);
    if (size < LENGTH_BYTES + length) return undefined;
    return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  }

  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    const messages: Received[] = [];
    for (let all = gather(); all; all = gather()) {
      const frame = all.subarray(0, LENGTH_BYTES + all.readUInt32BE(0));
      unpack(frame, messages);
      const rest = all.subarray(frame.length);
      chunks = rest.length === 0 ? [] : [rest];
      size = rest.length;
    }
    return messages;
  };

  function unpack(frame: Buffer, messages: Received[]): void {
    const tag = frame.subarray(LENGTH_BYTES, TAGGED_FROM);
    if (!isTagOf(tag, key, number, frame.subarray(TAGGED_FROM)))
      throw new BrokenFrame('the tag of a frame is wrong');
    number += 1n;
    const sentAtMs = frame.readDoubleBE(TAGGED_FROM);
    for (let at = FRAME_HEAD_BYTES; at < frame.length; ) {
      const headAt = at + MESSAGE_HEAD_BYTES;
      const bodyAt = headAt + frame.readUInt32BE(at);
      const end = bodyAt + frame.readUInt32BE(at + LENGTH_BYTES);
      if (end > frame.length) throw new BrokenFrame('a message is longer than its frame');
      messages.push({
        head: frame.toString('utf8', headAt, bodyAt),
        body: frame.subarray(bodyAt, end),
        sentAtMs,
      });
      at = end;
    }
  }
}
