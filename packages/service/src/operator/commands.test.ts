import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@florin/contracts';
import { expect, it } from 'vitest';
import { operatorCommands } from './commands.ts';

const apps = join(import.meta.dirname, '../../../../apps');

/** Services whose source matches. */
function servicesWith(what: RegExp): string[] {
  return serviceNames.filter((service) =>
    globSync('src/**/*.ts', { cwd: join(apps, service) }).some((path) =>
      what.test(readFileSync(join(apps, service, path), 'utf8')),
    ),
  );
}

/** Source of a service's operator commands. */
function sourceOf(service: string): string {
  const read = (file: string) => readFileSync(join(apps, service, 'src', file), 'utf8');
  return read('main.ts') + read('service.ts');
}

it.each([
  ['dead-letters', /\b(startConsumer|consume)\(/],
  ['redrive', /\b(startConsumer|consume)\(/],
  ['republish', /\b(startRelay\b|outbox: db\b)/],
  ['stuck', /\bmakeSaga\(/],
])('%s runs in every service that supports it', (name, what) => {
  const command = operatorCommands.find((other) => other.name === name);
  expect(command?.services.toSorted()).toEqual(servicesWith(what).toSorted());
});

it.each(operatorCommands)('$name is implemented by each of its services', ({ name, services }) => {
  const [word] = name.split(' ');
  for (const service of services) {
    const [, commands = ''] = /commands: \{(.*?)\},?$/ms.exec(sourceOf(service)) ?? [];
    const offered = commands.replace('...deadLetterCommands', 'dead-letters redrive');
    expect(offered, service).toMatch(new RegExp(`\\b${word}\\b`));
  }
});
