import { refuses } from '../scenario.ts';
import { ABSENT } from '../world.ts';

export const oneClock = (operation: string, verb = '') => {
  const [method = ''] = operation.split(' ');
  const body = method === 'POST' ? { body: { frozen_time: '2030-01-01' } } : {};
  return [
    refuses(404, 'not_found', 'no such clock', ({ owner }) =>
      owner.call(method, `/v1/test_clocks/${ABSENT.testClock}${verb}`, body),
    ),
    refuses(404, 'not_found', 'a malformed id', ({ owner }) =>
      owner.call(method, `/v1/test_clocks/noon${verb}`, body),
    ),
    refuses(404, 'not_found', 'a clock of another account', ({ stranger, objects }) =>
      stranger.call(method, `/v1/test_clocks/${objects.testClockId}${verb}`, body),
    ),
  ];
};
