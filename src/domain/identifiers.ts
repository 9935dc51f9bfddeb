import * as z from 'zod/mini';

const ID_LENGTH_MAX = 100;
const id = () =>
  z
    .string()
    .check(z.regex(/^(?!\.{1,2}$)[^\s\p{Cc}\p{Cs}/?#][^\p{Cc}\p{Cs}/?#]*$/u), z.maxLength(ID_LENGTH_MAX));

/**
 * Identifiers are text, never numbers: "007" and "7" differ. They stand in paths of addresses, so nothing that would
 * lead to another path is one. Source: interface document, section 2.
 */
export const RequestId = id().brand<'RequestId'>();
export type RequestId = z.infer<typeof RequestId>;
export const QuoteId = id().brand<'QuoteId'>();
export type QuoteId = z.infer<typeof QuoteId>;
export const ProposalId = id().brand<'ProposalId'>();
export type ProposalId = z.infer<typeof ProposalId>;
export const CounterofferId = id().brand<'CounterofferId'>();
export type CounterofferId = z.infer<typeof CounterofferId>;
export const TradeId = id().brand<'TradeId'>();
export type TradeId = z.infer<typeof TradeId>;

/** Id of an action, made by its page before sending: the same id twice is one action. */
export const ActionId = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
  .brand<'ActionId'>();
export type ActionId = z.infer<typeof ActionId>;
