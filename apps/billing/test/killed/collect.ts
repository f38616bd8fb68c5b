import { collect as sound } from '../../src/collection/charges/collect.ts';

export { FINAL_REFUSALS } from '../../src/collection/charges/collect.ts';

const [when] = process.argv.slice(2);

export const collect: typeof sound = async (...charge) => {
  if (when === 'before') kill();
  await sound(...charge);
  return kill();
};

function kill(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('still alive');
}
