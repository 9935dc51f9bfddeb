import * as z from 'zod/mini';
import type { Dispatcher } from 'undici';
import { DEFAULT_PROFILE } from '../../src/contract/service/profile';
import type { QuoteId, RequestId } from '../../src/domain/identifiers';
import { systemClock } from '../../src/effects/clock';
import {
  exchange,
  openConnections,
  TIMEOUTS,
  type HttpAnswer,
  type HttpRequest,
} from '../../src/gateway/platform/http';
import { percentile } from '../report/report';

/** The simulator's own, which are no secret. */
const CREDENTIALS = { 'client-id': 'simulator', 'client-secret': 'simulator-secret' };
const API_KEY = 'simulator-key';
const ROUND_TRIPS = 11;

const { paths, auth } = DEFAULT_PROFILE;
const Granted = z.looseObject({ [auth.tokenField]: z.string() });

/** Somebody who asks the service directly, with the gateway's HTTP client and nothing else between. */
export class DirectCaller {
  private token = '';
  private readonly dispatcher: Dispatcher;

  private constructor(private readonly baseUrl: string) {
    this.dispatcher = openConnections(baseUrl);
  }

  static async signIn(baseUrl: string): Promise<DirectCaller> {
    const caller = new DirectCaller(baseUrl);
    const answer = await caller.send({
      method: 'POST',
      url: new URL(paths.authenticate, baseUrl),
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(CREDENTIALS).toString(),
    });
    caller.token = Granted.parse(JSON.parse(answer.body))[auth.tokenField] ?? '';
    return caller;
  }

  /** The status of the answer: the service refuses one call too many. */
  async read(id: RequestId): Promise<number> {
    const url = new URL(paths.request.replace('{request-id}', id), this.baseUrl);
    const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${this.token}` };
    const { status } = await this.send({ method: 'GET', url, headers });
    return status;
  }

  /** Withdraws a quote; throws when it is not withdrawn. */
  async withdraw(requestId: RequestId, quoteId: QuoteId): Promise<void> {
    const path = paths.withdrawQuote.replace('{request-id}', requestId).replace('{quotation-id}', quoteId);
    const headers = { 'x-api-key': API_KEY, authorization: `Bearer ${this.token}` };
    const { status } = await this.send({ method: 'DELETE', url: new URL(path, this.baseUrl), headers });
    if (status >= 300) throw new Error(`A direct withdrawal was answered with ${status}.`);
  }

  /** The median in ms of reads one after the other, each from being asked until its body is there, on a connection that is open. */
  async roundTripMs(id: RequestId): Promise<number> {
    await this.readWhole(id);
    const tookMs: number[] = [];
    for (let trip = 0; trip < ROUND_TRIPS; trip++) {
      const startedAt = systemClock.monotonicMs();
      await this.readWhole(id);
      tookMs.push(systemClock.monotonicMs() - startedAt);
    }
    return percentile(tookMs, 0.5);
  }

  /** Reads all at once; ms until the last answer is there. */
  async burstMs(ids: readonly RequestId[]): Promise<number> {
    const startedAt = systemClock.monotonicMs();
    await Promise.all(ids.map((id) => this.readWhole(id)));
    return systemClock.monotonicMs() - startedAt;
  }

  private async readWhole(id: RequestId): Promise<void> {
    const status = await this.read(id);
    if (status !== 200) throw new Error(`A direct call was answered with ${status}: it measures nothing.`);
  }

  private async send(request: HttpRequest): Promise<HttpAnswer> {
    const { dispatcher } = this;
    const result = await exchange(request, { dispatcher, clock: systemClock, limits: TIMEOUTS });
    if (!result.ok) throw new Error(`A direct call got no answer (${result.trouble}).`);
    return result.answer;
  }
}
