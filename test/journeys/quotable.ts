import * as z from 'zod/mini';
import type { ActionBody } from '../../src/domain/action';
import { RequestId } from '../../src/domain/identifiers';
import { Price } from '../../src/domain/price';
import { Quantity } from '../../src/domain/quantity';
import type { WholeSystem } from './whole-system';

const Made = z.object({ 'request-id': z.string(), legs: z.array(z.object({ quantity: z.number() })) });

/** A quote for the whole of a new request that asks this desk. */
export async function quotableAt(system: Pick<WholeSystem, 'control'>): Promise<ActionBody> {
  const asked = { do: 'create-request', role: 'recipient', sort: 'single' };
  const made = Made.parse(await system.control('/simulator/act', asked));
  return {
    kind: 'send-quote',
    requestId: RequestId.parse(made['request-id']),
    direction: 'ask',
    price: { shape: 'single', price: Price.parse('70') },
    quantity: Quantity.parse(String(made.legs[0]?.quantity)),
    allOrNone: true,
  };
}
