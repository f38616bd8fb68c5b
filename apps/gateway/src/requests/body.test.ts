import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { makeBodyMemory } from './body.ts';

const sizes = { bytesMax: 100, bytesMaxEach: 40 };
const answering = () => new EventEmitter() as ServerResponse;

it('limits memory per key and in total, until requests are answered', () => {
  const memory = makeBodyMemory(sizes);
  const first = answering();
  const reserve = memory.reserve('a', first);
  reserve(30);
  reserve(10);
  expect(() => reserve(1)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  memory.reserve('b', answering())(40);
  const third = memory.reserve('c', answering());
  third(20);
  expect(() => third(1)).toThrow(expect.objectContaining({ code: 'unavailable' }));
  expect(memory.reservedBytes()).toBe(100);

  first.emit('close');
  expect(memory.reservedBytes()).toBe(60);
  memory.reserve('a', answering())(40);
  expect(memory.reservedBytes()).toBe(100);
});
