import { setTimeout as pause } from 'node:timers/promises';
import type { PodTemplate } from './manifests.ts';
import { type Node, type Pod, startPod } from './pod.ts';

/** The pods of an app. */
export interface Deployment {
  readonly template: PodTemplate;
  /** As many pods as the manifest says. */
  start(): Promise<void>;
  /** Whom its services lead to. */
  addresses(): readonly string[];
  /**
   * Replaces all pods as `maxSurge: 1` and `maxUnavailable: 0` have it: an old one is ended once a new one
   * was ready for long enough, and the next one is started while it ends.
   */
  roll(): Promise<void>;
  /** How many have ended with another exit code than 0. */
  badEnds(): number;
}

export function makeDeployment(template: PodTemplate, node: Node): Deployment {
  const pods: Pod[] = [];
  const ending: Promise<void>[] = [];
  let badEnds = 0;
  const end = async (pod: Pod) => {
    if ((await pod.end()) !== 0) badEnds += 1;
  };
  return {
    template,
    addresses: () => pods.filter((pod) => pod.isReady()).map(({ address }) => address),
    async start() {
      // One after the other: the first one migrates.
      while (pods.length < template.replicas) pods.push(await startPod(template, node));
    },
    async roll() {
      for (const old of [...pods]) {
        pods.push(await startPod(template, node));
        await pause(node.isBroken ? 0 : template.minReadyMs);
        pods.splice(pods.indexOf(old), 1);
        ending.push(end(old));
      }
      await Promise.all(ending.splice(0));
    },
    badEnds: () => badEnds,
  };
}
