import { type FollowedPlaces, followPlaces, type Place, parsePlace } from '@florin/runtime/places';
import { experimental, Metadata, status } from '@grpc/grpc-js';

/**
 * Scheme of targets whose DNS changes are followed: `florin:ledger-headless:9090,10.0.0.7:9090`.
 */
const SCHEME = 'florin';

type Listener = experimental.ResolverListener;
type Target = experimental.GrpcUri;

/** gRPC's own resolver asks DNS only when a connection ends, so it misses added replicas. */
class FollowingResolver implements experimental.Resolver {
  readonly #names: readonly Place[];
  readonly #listener: Listener;
  #followed: FollowedPlaces | undefined;
  #isResolved = false;

  constructor({ path }: Target, listener: Listener) {
    this.#names = path.split(',').map(parsePlace);
    this.#listener = listener;
  }

  updateResolution(): void {
    if (this.#followed) {
      this.#followed.resolveSoon();
      return;
    }
    this.#followed = followPlaces(
      this.#names,
      (places) => {
        this.#isResolved = true;
        const value = places.map((place) => ({ addresses: [{ ...place }] }));
        this.#listener({ ok: true, value }, {}, null, '');
      },
      (error) => {
        // Replicas found earlier may still answer.
        if (this.#isResolved) return;
        const details = `name resolution failed: ${error instanceof Error ? error.message : error}`;
        const failure = { code: status.UNAVAILABLE, details, metadata: new Metadata() };
        this.#listener({ ok: false, error: failure }, {}, null, '');
      },
    );
  }

  destroy(): void {
    this.#followed?.stop();
    this.#followed = undefined;
    this.#isResolved = false;
  }

  static getDefaultAuthority({ path }: Target): string {
    return path.split(',')[0] ?? '';
  }
}

experimental.registerResolver(SCHEME, FollowingResolver);

/** The gRPC target for replicas given by IP address or by DNS name. */
export function toTarget(addresses: readonly string[]): string {
  const isNumeric = addresses.every((address) => /^[\d.]+:\d+$/.test(address));
  return `${isNumeric ? 'ipv4' : SCHEME}:${addresses.join(',')}`;
}
