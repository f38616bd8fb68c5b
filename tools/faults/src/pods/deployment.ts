import { setTimeout as pause } from 'node:timers/promises';
import type { PodTemplate } from './manifests.ts';
import { type Node, type Pod, startPod } from './pod.ts';

/** The pods of an app. */
export interface Deployment {
  readonly template: PodTemplate;
  /** Starts the number of pods in the manifest. */
  start(): Promise<void>;
  /** Addresses behind its services. */
  addresses(): readonly string[];
  /**
   * Replaces all pods as with `maxSurge: 1`, `maxUnavailable: 0`: ends an old pod once a new one
   * has been ready long enough, and starts the next one meanwhile.
   */
  roll(): Promise<void>;
  /** Number of pods that exited with a code other than 0. */
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
      // One by one: the first one migrates.
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
