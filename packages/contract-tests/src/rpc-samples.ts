import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode, PeerName } from '@florin/contracts';
import { listReleases, type Release } from './releases.ts';

/** A consumer's call, and the part of the response on which it relies. */
export interface Sample {
  /** The release whose consumer makes this call, or `now`. */
  readonly release: string;
  /** Folder of `protos/` of the called service; `describe` stands for every service. */
  readonly provider: string;
  readonly consumer: PeerName;
  readonly rpc: string;
  /** Description of the provider's state before the call. */
  readonly given: string;
  readonly request: Message;
  /** Fields that the consumer reads; the provider may return more. */
  readonly reply?: Message;
  readonly error?: ErrorCode;
  /** Fields with a new value each time, of which only the type is compared. */
  readonly varies?: readonly string[];
}

export type Message = Readonly<Record<string, unknown>>;

/**
 * All current samples, and those of releases that have changed since, whose services may still run.
 */
export function listSamples(): Sample[] {
  const samples: Sample[] = [];
  for (const sample of listReleases().flatMap(samplesOf)) {
    const { release: _release, ...content } = sample;
    const isKnown = samples.some(({ release, ...other }) => isDeepStrictEqual(content, other));
    if (!isKnown) samples.push(sample);
  }
  return samples;
}

function samplesOf({ name, protosDir }: Release): Sample[] {
  return globSync('*/v1/examples/*/*.json', { cwd: protosDir }).flatMap((path) => {
    const [provider = '', , , consumer, file = ''] = path.split('/');
    const calls: Pick<Sample, 'given' | 'request'>[] = JSON.parse(
      readFileSync(join(protosDir, path), 'utf8'),
    );
    const rpc = file.replace(/\.json$/, '');
    return calls.map((call) => ({
      ...call,
      release: name,
      provider,
      consumer: consumer as PeerName,
      rpc,
    }));
  });
}

/** Replaces values in a sample, also within longer texts. */
export function withValues(sample: Sample, values: Readonly<Record<string, string>>): Sample {
  const text = Object.entries(values).reduce(
    (changed, [from, to]) => changed.replaceAll(inJson(from), inJson(to)),
    JSON.stringify(sample),
  );
  return JSON.parse(text);
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Replaces every varying value in a message by its type. */
export function withoutVarying(message: Message, sample: Sample): Message {
  const { varies = [] } = sample;
  const simplify = (value: unknown) =>
    value instanceof Object ? withoutVarying({ ...value }, sample) : value;
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => {
      if (varies.includes(name)) return [name, typeOf(value)];
      return [name, Array.isArray(value) ? value.map(simplify) : value];
    }),
  );
}

function typeOf(value: unknown): string {
  if (value === '') return 'nothing';
  return Array.isArray(value) ? 'array' : typeof value;
}
