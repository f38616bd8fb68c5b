import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { makeBodyMemory } from './body-memory.ts';

const sizes = { bytesMax: 100, bytesMaxEach: 40 };
const answering = () => new EventEmitter() as ServerResponse;

it('holds so much of each and so much of all, and has it back once they are answered', () => {
  const memory = makeBodyMemory(sizes);
  const first = answering();
  const hold = memory.reserve('a', first);
  hold(30);
  hold(10);
  expect(() => hold(1)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  memory.reserve('b', answering())(40);
  const third = memory.reserve('c', answering());
  third(20);
  expect(() => third(1)).toThrow(expect.objectContaining({ code: 'unavailable' }));
  expect(memory.heldBytes()).toBe(100);

  first.emit('close');
  expect(memory.heldBytes()).toBe(60);
  memory.reserve('a', answering())(40);
  expect(memory.heldBytes()).toBe(100);
});
