import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contract } from './contract.ts';

interface ContractFile {
  readonly contract?: Contract;
  /** Operations that every service has. */
  readonly contracts?: readonly Contract[];
}

const folder = join(import.meta.dirname, 'operations');
const files = await Promise.all(
  readdirSync(folder)
    .toSorted()
    .map((name): Promise<ContractFile> => import(pathToFileURL(join(folder, name)).href)),
);

/** Every file of `operations`, by name. */
export const contracts: readonly Contract[] = files.flatMap(({ contract, contracts: more = [] }) =>
  contract ? [contract] : more,
);
