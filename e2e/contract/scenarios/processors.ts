import { needsToken, refuses, scenarios, succeeds } from '../scenario.ts';

const PATH = '/v1/processors';

export const processorScenarios = [
  ...needsToken(`GET ${PATH}`),
  ...scenarios(
    `GET ${PATH}`,
    succeeds(200, 'an admin', ({ admin }) => admin.call('GET', PATH)),
    refuses(400, 'invalid_request', 'a name that there is not', ({ admin }) =>
      admin.call('GET', `${PATH}?nothing=1`),
    ),
    refuses(403, 'forbidden', 'an owner', ({ owner }) => owner.call('GET', PATH)),
    refuses(403, 'forbidden', 'the platform', ({ platform }) => platform.call('GET', PATH)),
    refuses(403, 'forbidden', 'an API key', ({ key }) => key.call('GET', PATH)),
  ),
];
