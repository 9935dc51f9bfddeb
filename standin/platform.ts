/** What the platform of PLATFORM.md really has, by its own words. Nothing of the product is used to read it. */

export interface TrueOffer {
  readonly id: number;
  readonly by?: string;
  readonly kind?: string;
  readonly state: string;
  readonly price: string;
  readonly quantityLeft: string;
  readonly allOrNone: boolean;
}
export interface TrueRequest {
  readonly id: number;
  readonly initiator: string;
  readonly recipients: readonly string[];
  readonly kind: string;
  readonly state: string;
  readonly initiatorWantsLeg1: 'BUY' | 'SELL';
  readonly quantity: string;
  readonly remaining: string;
  readonly allOrNone: boolean;
  readonly unit: string;
  readonly legs: readonly string[];
  readonly concluded: string | null;
  readonly quotations: readonly TrueOffer[];
  readonly priceProposals: readonly TrueOffer[];
  readonly counteroffers: readonly TrueOffer[];
}
export interface TrueTrade {
  readonly id: number;
  readonly request: number | null;
  readonly at: string;
  readonly initiator: string;
  readonly recipient: string;
  readonly legs: readonly string[];
}
export interface TrueWrite {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly did: string | null;
}
export interface Truth {
  readonly requests: readonly TrueRequest[];
  readonly trades: readonly TrueTrade[];
  readonly writes: readonly TrueWrite[];
  readonly risk: Readonly<
    Record<
      string,
      Readonly<Record<string, { enabled: boolean; maxQuantity: string; priceBandPercent: number }>>
    >
  >;
  readonly usage: Readonly<Record<string, { usedToday: number }>>;
}

export const OWN = 'Halden Desk BV';

export class Platform {
  constructor(readonly url: string) {}

  async truth(): Promise<Truth> {
    return (await (await fetch(`${this.url}/__truth`)).json()) as Truth;
  }

  async request(id: number): Promise<TrueRequest> {
    const found = (await this.truth()).requests.find((one) => one.id === id);
    if (!found) throw new Error(`There is no request ${id}.`);
    return found;
  }

  async fault(fault: Readonly<Record<string, unknown>>): Promise<void> {
    await this.control('/__fault', fault);
  }

  async webhook(url: string, secret: string): Promise<void> {
    await this.control('/__webhook', { credential: 'desk', url, secret });
  }

  private async control(path: string, body: unknown): Promise<void> {
    const answer = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  }
}

/** The prices of an offer, as the platform writes them: "31.170 / 33.200 (spread -2.030)". */
export const pricesOf = ({ price }: Pick<TrueOffer, 'price'>): readonly string[] =>
  price
    .replace(/\s*\(.*\)$/, '')
    .split(' / ')
    .map((one) => String(Number(one.replace(/^spread /, ''))));
