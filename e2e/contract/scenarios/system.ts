import { serviceNames } from '@florin/contracts';
import { REDRIVEN } from '../../operations.ts';
import { needsToken, refuses, scenarios, succeeds } from '../scenario.ts';

export const systemScenarios = serviceNames.flatMap((name) => {
  const path = `/v1/system/${name}`;
  const redrive = `${path}/redrive`;
  return [
    ...needsToken(`GET ${path}`),
    ...scenarios(
      `GET ${path}`,
      succeeds(200, 'an administrator', ({ admin }) => admin.call('GET', path)),
      refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', path)),
      refuses(403, 'forbidden', 'the platform', ({ platform }) => platform.call('GET', path)),
    ),
    ...(REDRIVEN.some((each) => each === name)
      ? [
          ...needsToken(`POST ${redrive}`),
          ...scenarios(
            `POST ${redrive}`,
            succeeds(200, 'nothing waits', ({ admin }) => admin.call('POST', redrive)),
            refuses(400, 'invalid_request', 'broken JSON', ({ admin }) =>
              admin.call('POST', redrive, { body: '{"all":' }),
            ),
            refuses(403, 'forbidden', 'the platform', ({ platform }) =>
              platform.call('POST', redrive),
            ),
          ),
        ]
      : []),
  ];
});
