import type { Control } from '@florin/testing';
import { vi } from 'vitest';
import './replica-names.isolated.test.ts';

vi.mock(import('@florin/runtime/places'), async (load) => {
  const sound = await load();
  return {
    ...sound,
    followPlaces: (names, onChange, onError) => {
      const followed = sound.followPlaces(
        names,
        (places) => {
          followed.stop();
          onChange(places);
        },
        onError,
      );
      return { ...followed, resolveSoon: () => {} };
    },
  };
});

export const control: Control = {
  id: 'T75',
  fault:
    'Ledgers are added and stopped under load behind a DNS name, as pods of a headless Service, or share a virtual address',
  holds:
    'Commands reach every ledger within seconds, no request fails, and a warning names the virtual address',
  control: 'names are resolved once',
};
