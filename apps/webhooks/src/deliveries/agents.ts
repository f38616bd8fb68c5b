import type { Uuid } from '@florin/contracts';
import type { Agent, Dispatcher } from 'undici';

/** Agents beyond this limit are closed, the least recently used first. */
const AGENTS_MAX = 1_000;

/** The HTTP agents of endpoints. */
export interface Agents {
  /** Call it for each attempt: a closed agent sends nothing new. */
  of(endpointId: Uuid): Dispatcher;
  destroy(): Promise<void>;
}

/**
 * Gives each endpoint its own connections, as many as its concurrent attempts. So no attempt waits
 * for a connection of another endpoint at the same origin.
 */
export function makeAgents(makeAgent: () => Agent, agentsMax = AGENTS_MAX): Agents {
  /** In the order of their last use. */
  const agents = new Map<Uuid, Agent>();
  return {
    of(endpointId) {
      const agent = agents.get(endpointId) ?? makeAgent();
      agents.delete(endpointId);
      agents.set(endpointId, agent);
      const [oldest] = agents;
      if (oldest && agents.size > agentsMax) {
        agents.delete(oldest[0]);
        // Attempts in progress finish first.
        void oldest[1].close();
      }
      return agent;
    },
    async destroy() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
