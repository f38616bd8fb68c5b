import { setTimeout as pause } from 'node:timers/promises';
import { addressOf, docker, isRunning, logOf } from './docker.ts';
import type { PodTemplate, Probe } from './manifests.ts';

/** The host of the pods. */
export interface Node {
  readonly network: string;
  /** Their DNS server. */
  readonly nameServer: string;
  /** Local name of an image such as `florin-ledger`. */
  readonly imageOf: (name: string) => string;
  readonly isBroken: boolean;
}

export interface Pod {
  readonly app: PodTemplate['app'];
  readonly address: string;
  /** Whether it receives requests. */
  isReady(): boolean;
  /** Ends the pod as the kubelet does. Resolves with its exit code. */
  end(): Promise<number>;
}

const PROBE_MS_MAX = 2_000;
/** A gateway waits for all services, which start at the same time. */
const READY_MS_MAX = 180_000;
/** A pod without a probe counts as started after this time. */
const UNPROBED_MS = 100;

let numberOfPods = 0;

/**
 * Starts a pod as the kubelet does: init containers, then the app, until it is started and ready.
 */
export async function startPod(template: PodTemplate, node: Node): Promise<Pod> {
  const { app, init, startup, readiness, preStop, graceMs } = template;
  numberOfPods += 1;
  const name = `${node.network}-${app}-${numberOfPods}`;
  for (const [index, { args, env }] of init.entries())
    await docker(
      'run',
      '--rm',
      ...flagsOf(template, node, `${name}-init-${index}`, env),
      node.imageOf(template.image),
      ...args,
    );
  await docker(
    'run',
    '--detach',
    ...flagsOf(template, node, name, template.env),
    node.imageOf(template.image),
  );
  const address = await addressOf(name);
  let isEnding = false;
  let isReady = false;

  if (node.isBroken) {
    await pause(UNPROBED_MS);
    isReady = true;
  } else {
    for (let failures = 0; !(await probe(address, startup)); failures += 1) {
      if (failures === startup.failuresMax || !(await isRunning(name)))
        throw new Error(`${name} has not started:\n${await logOf(name)}`);
      await pause(startup.periodMs);
    }
    void watch();
    const endsAt = performance.now() + READY_MS_MAX;
    while (!isReady) {
      if (performance.now() > endsAt) {
        isEnding = true;
        throw new Error(`${name} does not get ready:\n${await logOf(name)}`);
      }
      await pause(UNPROBED_MS);
    }
  }

  async function watch(): Promise<void> {
    for (let failures = 0; !isEnding; await pause(readiness.periodMs)) {
      failures = (await probe(address, readiness)) ? 0 : failures + 1;
      if (failures === 0) isReady = true;
      if (failures >= readiness.failuresMax) isReady = false;
    }
  }

  return {
    app,
    address,
    isReady: () => isReady && !isEnding,
    async end() {
      isEnding = true;
      const endsAt = performance.now() + graceMs;
      if (preStop && !node.isBroken) await docker('exec', name, ...preStop);
      const left = Math.max(1, Math.round((endsAt - performance.now()) / 1_000));
      await docker('stop', '--time', String(left), name);
      const code = Number(await docker('inspect', '--format', '{{.State.ExitCode}}', name));
      await docker('rm', name);
      return code;
    },
  };
}

function flagsOf(
  { uid, memory }: PodTemplate,
  { network, nameServer }: Node,
  name: string,
  env: Readonly<Record<string, string>>,
): readonly string[] {
  return [
    ...['--name', name, '--network', network, '--dns', nameServer, '--user', uid],
    ...['--memory', memory, '--read-only', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges:true', '--no-healthcheck', '--label', network],
    ...Object.entries(env).flatMap((pair) => ['--env', pair.join('=')]),
  ];
}

async function probe(address: string, { path, port }: Probe): Promise<boolean> {
  const url = `http://${address}:${port}${path}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS_MAX) }).catch(
    () => undefined,
  );
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.ok ?? false;
}
