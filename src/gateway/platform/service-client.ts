import * as z from 'zod/mini';
import { proposalOperation } from '../../contract/service/operations';
import { readRiskSettings } from '../../contract/service/read-records';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';
import { CounterofferId, ProposalId, QuoteId, RequestId, TradeId } from '../../domain/identifiers';
import type { Lane } from '../../domain/lane';
import type { NewRequest } from '../../domain/new-request';
import type { PricedOn } from '../../domain/offer-price';
import { present } from '../../domain/present';
import { RiskSettings } from '../../domain/record';
import type { Call } from './attempts';
import { besideNumber } from './contradiction';
import { commodityIds } from './route';
import type { HttpAnswer } from './http';
import { parsedJson } from './json';
import { counterofferBody, executionBody, newRequestBody, proposalBody, quoteBody } from './request-bodies';
import type {
  Acceptance,
  CounterofferToSend,
  Leaving,
  ProposalToSend,
  QuoteToSend,
  Service,
} from './operations';
import { unknownOutcome } from './errors';
import { ServiceReads } from './service-reads';

/** The operations of the interface document: {@link ServiceReads} and the writes, each sent once. */
export class ServiceClient extends ServiceReads implements Service {
  async createRequest(
    request: NewRequest,
    leaving?: Leaving,
  ): Promise<Outcome<{ requestId: RequestId; beside?: string | undefined }>> {
    const made = await this.make(
      { operation: 'create-request', ids: {}, thing: 'the request', ...leaving },
      newRequestBody(request),
      { field: 'request-id', schema: RequestId },
    );
    return made.ok ? success({ requestId: made.value.id, beside: made.value.beside }) : made;
  }

  async sendQuote(quote: QuoteToSend, leaving?: Leaving): Promise<Outcome<{ quoteId: QuoteId }>> {
    const ids = { 'request-id': quote.requestId };
    const made = await this.make(
      { operation: 'send-quote', ids, thing: 'the quote', known: unitOf(quote), ...leaving },
      quoteBody(quote),
      {
        field: 'quotation-id',
        schema: QuoteId,
      },
    );
    return made.ok ? success({ quoteId: made.value.id }) : made;
  }

  async withdrawQuote(quote: {
    requestId: RequestId;
    quoteId: QuoteId;
  }): Promise<Outcome<{ quoteId: QuoteId }>> {
    const ids = { 'request-id': quote.requestId, 'quotation-id': quote.quoteId };
    const sent = await this.finished({ operation: 'withdraw-quote', ids }, 'withdraw', 'the withdrawal');
    return sent.ok ? success({ quoteId: quote.quoteId }) : sent;
  }

  async addProposal(
    proposal: ProposalToSend,
    leaving?: Leaving,
  ): Promise<Outcome<{ proposalId: ProposalId }>> {
    const operation = proposalOperation(proposal.price.shape);
    const ids = { 'request-id': proposal.requestId };
    const made = await this.make(
      { operation, ids, thing: 'the price proposal', known: unitOf(proposal), ...leaving },
      proposalBody(proposal),
      { field: 'price-proposal-id', schema: ProposalId },
    );
    return made.ok ? success({ proposalId: made.value.id }) : made;
  }

  async deleteProposals({ requestId }: { requestId: RequestId }): Promise<Outcome<{ requestId: RequestId }>> {
    const call: Call = { operation: 'delete-proposals', ids: { 'request-id': requestId } };
    const sent = await this.finished(call, 'withdraw', 'the deletion');
    return sent.ok ? success({ requestId }) : sent;
  }

  async sendCounteroffer(
    offer: CounterofferToSend,
    leaving?: Leaving,
  ): Promise<Outcome<{ counterofferId: CounterofferId }>> {
    const ids = { 'request-id': offer.requestId };
    const offerIds = { 'quotation-id': offer.quoteId };
    const made = await this.make(
      {
        operation: 'send-counteroffer',
        ids,
        offerIds,
        thing: 'the counteroffer',
        known: unitOf(offer),
        ...leaving,
      },
      counterofferBody(offer),
      { field: 'counteroffer-id', schema: CounterofferId },
    );
    return made.ok ? success({ counterofferId: made.value.id }) : made;
  }

  async executeTrade(acceptance: Acceptance, leaving?: Leaving): Promise<Outcome<{ tradeId?: TradeId }>> {
    const body = executionBody(acceptance);
    if (!body.ok) return body;
    const ids = { 'request-id': acceptance.requestId };
    const offerIds =
      'quoteId' in acceptance
        ? { 'quotation-id': acceptance.quoteId }
        : { 'price-proposal-id': acceptance.proposalId };
    const known = unitOf(acceptance);
    const call: Call = { operation: 'execute-trade', ids, offerIds, body: body.value, known, ...leaving };
    const sent = await this.calls.write(call, 'accept');
    if (!sent.ok) return sent;
    const tradeId = TradeId.safeParse(fieldsOf(sent.value)['trade-id']);
    if (tradeId.success) return success({ tradeId: tradeId.data });
    if (sent.value.status === ACCEPTED) return success({});
    return unclear(call, sent.value, 'The platform answered without a trade number.');
  }

  /** Switching protection on goes ahead of everything that trades. */
  async toggleRisk(
    risk: { commodity: string; on: boolean },
    leaving?: Leaving,
  ): Promise<Outcome<{ commodity: string; on: boolean }>> {
    const ids = commodityIds(risk.commodity);
    if (!ids.ok) return ids;
    const body = { 'risk-management': risk.on };
    const call: Call = { operation: 'toggle-risk', ids: ids.value, body, ...leaving };
    const sent = await this.finished(call, risk.on ? 'withdraw' : 'submit', 'the change');
    return sent.ok ? success(risk) : sent;
  }

  async writeRiskSettings(
    of: { commodity: string; settings: RiskSettings },
    leaving?: Leaving,
  ): Promise<Outcome<RiskSettings>> {
    const ids = commodityIds(of.commodity);
    if (!ids.ok) return ids;
    const settings = RiskSettings.safeParse(of.settings);
    if (!settings.success) return failed(NO_SETTINGS);
    const call: Call = {
      operation: 'write-risk-settings',
      ids: ids.value,
      body: settings.data,
      ...leaving,
    };
    const sent = await this.finished(call, 'submit', 'the settings');
    if (!sent.ok) return sent;
    const said = readRiskSettings(fieldsOf(sent.value));
    const isWhole = said.ok && Object.keys(settings.data).every((name) => name in said.value);
    return success(isWhole ? said.value : settings.data);
  }

  /** Creates something; returns its id, without which it cannot be identified. */
  private async make<S extends z.ZodMiniType<string>>(
    { thing, ...call }: Call & { readonly thing: string },
    body: Outcome<unknown>,
    { field, schema }: { field: string; schema: S },
  ): Promise<Outcome<{ id: z.output<S>; beside: string | undefined }>> {
    if (!body.ok) return body;
    const sent = await this.calls.write({ ...call, body: body.value }, 'submit');
    if (!sent.ok) return sent;
    const id = schema.safeParse(fieldsOf(sent.value)[field]);
    if (id.success) return success({ id: id.data, beside: besideNumber(sent.value, call) });
    return unclear(call, sent.value, `The platform took ${thing} without saying which number it has.`);
  }

  /** Sends a write that a plain success confirms; a mere acknowledgement does not. */
  private async finished(call: Call, lane: Lane, thing: string): Promise<Outcome<HttpAnswer>> {
    const sent = await this.calls.write(call, lane);
    if (!sent.ok || sent.value.status !== ACCEPTED) return sent;
    return unclear(call, sent.value, `The platform has noted ${thing}, but not said that it is done.`);
  }
}

/** The unit of a quantity, which counts leg 1: our bodies do not say it, and a platform may want it. */
const unitOf = ({ request }: { readonly request?: PricedOn }): Readonly<Record<string, unknown>> =>
  present({ 'quantity-unit': request?.legs[0]?.quantityUnit });

/** Taken, and the result comes later. */
const ACCEPTED = 202;

const NO_SETTINGS: Failure = {
  kind: 'invalid-argument',
  message: 'Risk settings are numbers, texts, and yes or no.',
  next: 'Correct the other values. Nothing was sent.',
};

const Fields = z.record(z.string(), z.unknown());

/** The body's fields; none where it is no object, or not JSON at all. */
function fieldsOf(answer: HttpAnswer): Readonly<Record<string, unknown>> {
  const parsed = parsedJson(answer);
  const fields = Fields.safeParse(parsed.ok ? parsed.value : undefined);
  return fields.success ? fields.data : {};
}

const unclear = (call: Call, { status }: HttpAnswer, because: string) =>
  failed(unknownOutcome(call, because, { status }));
