import { failed, success, type Outcome } from '../../domain/failure';
import { ProposalId, RequestId } from '../../domain/identifiers';
import type { Proposal } from '../../domain/proposal';
import { readPriced } from './read-priced';
import { present, read, RecordReader, unreadable } from './reading';
import { WireProposal } from './wire';

/** A price proposal, firm or indicative. */
export function readProposal(raw: unknown): Outcome<Proposal> {
  const parsed = read(WireProposal, raw, 'a price proposal');
  if (!parsed.ok) return parsed;
  const wire = parsed.value;
  const reader = new RecordReader();
  const id = reader.id('price-proposal-id', ProposalId, wire['price-proposal-id']);
  const requestId = reader.id('request-id', RequestId, wire['request-id']);
  const priced = readPriced(wire, reader);
  if (id === undefined || requestId === undefined || !priced || reader.problems.length > 0) {
    return failed(unreadable(`the price proposal ${wire['price-proposal-id']}`, reader.problems));
  }
  return success({ id, requestId, kind: wire.kind, raw: wire, ...priced, ...present({ state: wire.state }) });
}
