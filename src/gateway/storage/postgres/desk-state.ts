import * as z from 'zod/mini';
import type { Environment } from '../../../domain/desk-status';
import { Halt } from '../../../domain/halt';
import { PartKind } from '../../../domain/limits/limits';
import { STORED_VERSION, storedLimits } from '../../../domain/limits/stored';
import { MassWithdrawal } from '../../../domain/mass-withdrawal';
import { OwnTrade } from '../../../domain/own-trade';
import { SetAside, TradeDownload } from '../../../domain/trade-download';
import { Checkpoint, type CheckpointStore } from '../checkpoint';
import type { HaltStore } from '../halts';
import type { LimitsStore } from '../limits';
import type { MassWithdrawalStore } from '../mass-withdrawals';
import type { OwnTradeStore } from '../own-trades';
import type { ProvenPartsStore } from '../proven-parts';
import type { DownloadStore } from '../trade-downloads';
import type { WebhookTokenStore } from '../webhook-token';
import type { Queries } from './session';

/** What the desk has decided or found out, a few rows each. It goes over the session that leads: who lost the lead writes none of it. */
export interface DeskStateStores {
  readonly limits: LimitsStore;
  readonly massWithdrawals: MassWithdrawalStore;
  readonly halts: HaltStore;
  readonly parts: ProvenPartsStore;
  readonly ownTrades: OwnTradeStore;
  readonly checkpoint: CheckpointStore;
  readonly webhookToken: WebhookTokenStore;
  readonly downloads: DownloadStore;
}

export const postgresDeskState = (lead: Queries, at: Environment): DeskStateStores => ({
  limits: limitsIn(lead, at),
  massWithdrawals: {
    append: async ({ number, at: moment, id, proposals, by }) => {
      const kept = {
        number,
        at: Math.floor(moment),
        id,
        ...(proposals === true && { proposals }),
        ...(by && { by }),
      };
      await lead.write(numbered(at, 'mass_withdrawal'), [number, JSON.stringify(kept)]);
    },
    newest: async () => {
      const json = await newestIn(lead, `${at}.mass_withdrawal`);
      return json === undefined ? undefined : MassWithdrawal.parse(json);
    },
  },
  halts: {
    put: async (halt) => void (await lead.write(numbered(at, 'halt'), [halt.number, JSON.stringify(halt)])),
    newest: async () => {
      const json = await newestIn(lead, `${at}.halt`);
      return json === undefined ? undefined : Halt.parse(json);
    },
  },
  parts: {
    append: async (kind) =>
      void (await lead.write(`INSERT INTO ${at}.proven_part VALUES ($1) ON CONFLICT DO NOTHING`, [kind])),
    all: async () =>
      Parts.parse(await lead.query(`SELECT kind FROM ${at}.proven_part`)).map(({ kind }) => kind),
  },
  ownTrades: ownTradesIn(lead, at),
  checkpoint: {
    read: async () => {
      const [row] = Jsons.parse(await lead.query(`SELECT json FROM ${at}.checkpoint`));
      return row && Checkpoint.parse(JSON.parse(row.json));
    },
    write: async (checkpoint) => {
      const text = `INSERT INTO ${at}.checkpoint (json) VALUES ($1) ON CONFLICT (one) DO UPDATE SET json = excluded.json`;
      await lead.write(text, [JSON.stringify(checkpoint)]);
    },
  },
  webhookToken: {
    token: async (newToken) => {
      const known = async () => Tokens.parse(await lead.query(`SELECT token FROM ${at}.webhook_token`))[0];
      const first = await known();
      if (first) return first.token;
      await lead.write(`INSERT INTO ${at}.webhook_token (token) VALUES ($1) ON CONFLICT DO NOTHING`, [
        newToken(),
      ]);
      return Tokens.parse([await known()])[0]?.token ?? '';
    },
  },
  downloads: downloadsIn(lead, at),
});

const Jsons = z.array(z.object({ json: z.string() }));
const Tokens = z.array(z.object({ token: z.string() }));
const Parts = z.array(z.object({ kind: PartKind }));

const numbered = (at: Environment, table: string): string =>
  `INSERT INTO ${at}.${table} (number, json) VALUES ($1, $2) ON CONFLICT (number) DO UPDATE SET json = excluded.json`;

async function newestIn(lead: Queries, table: string): Promise<unknown> {
  const [row] = Jsons.parse(await lead.query(`SELECT json FROM ${table} ORDER BY number DESC LIMIT 1`));
  const json: unknown = row && JSON.parse(row.json);
  return json;
}

const LimitsRows = z.array(z.object({ set_at: z.number(), json: z.string(), version: z.int() }));

const limitsIn = (lead: Queries, at: Environment): LimitsStore => ({
  append: async ({ limits, setAt }) => {
    const text = `INSERT INTO ${at}.limits_setting (set_at, json, version) VALUES ($1, $2, $3)`;
    await lead.write(text, [Math.floor(setAt), JSON.stringify(limits), STORED_VERSION]);
  },
  newest: async () => {
    const text = `SELECT set_at, json, version FROM ${at}.limits_setting ORDER BY sequence DESC LIMIT 1`;
    const [row] = LimitsRows.parse(await lead.query(text));
    return row && { setAt: row.set_at, limits: storedLimits(row.version, JSON.parse(row.json)) };
  },
});

const OwnTradeRows = z.array(
  z.object({
    trade_id: z.string(),
    request_id: z.string(),
    state: z.string(),
    quote_id: z.nullable(z.string()),
    since: z.number(),
  }),
);

const ownTradesIn = (lead: Queries, at: Environment): OwnTradeStore => ({
  put: async ({ tradeId, requestId, state, quoteId, since }) => {
    const text = `INSERT INTO ${at}.own_trade (trade_id, request_id, state, quote_id, since) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (trade_id) DO UPDATE SET
        request_id = excluded.request_id, state = excluded.state, quote_id = excluded.quote_id
      WHERE own_trade.state <> 'own'`;
    await lead.write(text, [tradeId, requestId, state, quoteId ?? null, Math.floor(since)]);
  },
  newest: async (countMax) => {
    const text = `SELECT trade_id, request_id, state, quote_id, since FROM ${at}.own_trade ORDER BY since DESC, trade_id DESC LIMIT $1`;
    return OwnTradeRows.parse(await lead.query(text, [countMax])).map(
      ({ trade_id: tradeId, request_id: requestId, quote_id: quoteId, state, since }) =>
        OwnTrade.parse({ tradeId, requestId, state, since, ...(quoteId !== null && { quoteId }) }),
    );
  },
});

const Kept = z.omit(TradeDownload, { setAside: true, setAsideCount: true, cost: true });

const downloadsIn = (lead: Queries, at: Environment): DownloadStore => ({
  save: async (download) => {
    const text = `INSERT INTO ${at}.trade_download (id, created_at, state, json) VALUES ($1, $2, $3, $4)
      ON CONFLICT (id) DO UPDATE SET state = excluded.state, json = excluded.json`;
    await lead.write(text, [
      download.id,
      Math.floor(download.createdAt),
      download.state,
      JSON.stringify(download),
    ]);
  },
  newest: async (countMax) => {
    const newest = `FROM ${at}.trade_download ORDER BY created_at DESC, id DESC LIMIT $1`;
    const forget = `DELETE FROM ${at}.trade_download WHERE state IN ('done', 'failed', 'cancelled') AND id NOT IN (SELECT id ${newest})`;
    await lead.write(forget, [countMax]);
    return Jsons.parse(await lead.query(`SELECT json ${newest}`, [countMax])).map(({ json }) =>
      Kept.parse(JSON.parse(json)),
    );
  },
  setAside: async (id, one) => {
    const text = `INSERT INTO ${at}.set_aside (download, what, json) VALUES ($1, $2, $3)
      ON CONFLICT (download, what) DO UPDATE SET json = excluded.json`;
    await lead.write(text, [id, one.what, JSON.stringify(one)]);
  },
  asideOf: async (id) => {
    const text = `SELECT json FROM ${at}.set_aside WHERE download = $1 ORDER BY sequence`;
    return Jsons.parse(await lead.query(text, [id])).map(({ json }) => SetAside.parse(JSON.parse(json)));
  },
});
