import { netOf } from '../src/simulator/world/offer';
import type { TenderRequest } from '../src/simulator/world/tender-request';
import type { World } from '../src/simulator/world/world';

/** Every price that was ever true on a request of this desk, so that one which never was is known. */
export class TruePrices {
  private readonly ever = new Map<string, Set<number>>();

  constructor(private readonly world: World) {}

  look(): void {
    for (const request of this.world.openRequests()) this.lookAt(request);
  }

  was(requestId: string, price: number): boolean {
    const request = this.world.requests.get(requestId);
    if (request) this.lookAt(request);
    return this.ever.get(requestId)?.has(price) === true;
  }

  private lookAt(request: TenderRequest): void {
    const prices = this.ever.get(request.id) ?? new Set();
    this.ever.set(request.id, prices);
    for (const { price } of this.world.quotesOf(request.id)) prices.add(netOf(price, request).toNumber());
  }
}
