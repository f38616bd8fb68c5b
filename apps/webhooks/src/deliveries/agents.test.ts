import { newId } from '@florin/contracts';
import { Agent } from 'undici';
import { expect, it } from 'vitest';
import { makeAgents } from './agents.ts';

it('keeps one agent per endpoint, and closes the least recently used one', async () => {
  const made: Agent[] = [];
  const makeAgent = () => {
    const agent = new Agent();
    made.push(agent);
    return agent;
  };
  const agents = makeAgents(makeAgent, 2);
  const [first, second, third] = [newId(), newId(), newId()];
  const agent = agents.of(first);
  expect(agents.of(second)).not.toBe(agent);
  expect(agents.of(first)).toBe(agent);
  agents.of(third);
  expect(made.map(({ closed }) => closed)).toEqual([false, true, false]);
  expect(agents.of(first)).toBe(agent);
  await agents.destroy();
  expect(made.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
});
