import { Environment } from '../../../domain/desk-status';
import { NOTED } from '../../../domain/desk-entry';
import { NOTHING_BEFORE } from '../journal-chain';

/**
 * The number of the advisory lock whose holder leads. It is taken within one database, and so is one desk's alone.
 */
export const LEAD_LOCK = 760_117;

/** Told with each kept event: the environment, and the highest number of what was kept. */
export const EVENT_CHANNEL = 'spreaddesk_event';

/** One numbered change of the tables of a desk. A step that has been released is never changed, only followed by another. */
export interface Step {
  readonly sql: string;
  /**
   * It takes something away that programs of the step before still use, or lets something be written that they cannot read. Those may not
   * work on the desk any more, so it follows at least one release after the step that made it unnecessary. Over any other step a program
   * of the step before may lead again: what it reads and writes is as it was.
   */
  readonly contracts?: true;
}

/**
 * Who leads. The lock is what decides; this row says where the leader is, and that it is there. The epoch grows by one with each leader,
 * by the session that holds the lock alone; `beats` only grows; `floors`: the least tokens that were left of each plan of calls.
 */
const LEAD = `
  CREATE TABLE desk.lead (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), epoch bigint NOT NULL DEFAULT 0, backend integer NOT NULL DEFAULT 0,
    beats bigint NOT NULL DEFAULT 0, process text, address text, beat timestamptz, floors jsonb NOT NULL DEFAULT '{}'
  );
  INSERT INTO desk.lead DEFAULT VALUES;
  CREATE FUNCTION desk.lead_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'UPDATE' THEN RAISE 'The row of who leads is never taken away.'; END IF;
    IF NEW.epoch = OLD.epoch THEN
      IF OLD.backend <> pg_backend_pid() OR NEW.backend <> OLD.backend THEN RAISE 'Only who leads shows itself.'; END IF;
      RETURN NEW;
    END IF;
    IF NEW.epoch <> OLD.epoch + 1 THEN RAISE 'The epoch grows by one with each leader.'; END IF;
    IF NOT pg_try_advisory_xact_lock(${LEAD_LOCK}) THEN RAISE 'Only who holds the lock takes the lead.'; END IF;
    NEW.backend := pg_backend_pid();
    RETURN NEW;
  END $$;
  CREATE TRIGGER lead_goes_on BEFORE UPDATE OR DELETE ON desk.lead FOR EACH ROW EXECUTE FUNCTION desk.lead_goes_on();
  CREATE TRIGGER lead_stays BEFORE TRUNCATE ON desk.lead FOR EACH STATEMENT EXECUTE FUNCTION desk.lead_goes_on();`;

/** What every machine has to know that may lead next. */
const SHARED =
  'CREATE TABLE desk.shared (kind text, name text, text text NOT NULL, PRIMARY KEY (kind, name));';

/** Everything of one environment, in a schema of its own. Text sorts by its bytes, as everywhere else in the product. */
const ofEnvironment = (at: Environment): string => `
  CREATE SCHEMA ${at};
  CREATE TABLE ${at}.journal (
    sequence bigint PRIMARY KEY, id text COLLATE "C" NOT NULL, state text NOT NULL, created_at bigint NOT NULL,
    line text NOT NULL, previous text NOT NULL, hash text NOT NULL, epoch bigint NOT NULL
  );
  CREATE INDEX journal_by_id ON ${at}.journal (id, sequence);
  CREATE INDEX journal_by_start ON ${at}.journal (created_at, sequence);
  CREATE INDEX journal_unresolved ON ${at}.journal (sequence) WHERE state NOT IN ('done', 'rejected', 'cancelled', '${NOTED}');
  CREATE INDEX journal_of_desk ON ${at}.journal (created_at, sequence) WHERE state = '${NOTED}';
  -- What takes risk off alone goes again under its own id after the platform refused it; what this database cannot take apart does not.
  CREATE FUNCTION ${at}.only_protects(line text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ DECLARE body jsonb; BEGIN
    body := line::jsonb -> 'body';
    RETURN coalesce(body ->> 'kind' IN ('withdraw-quote', 'delete-proposals')
      OR body ->> 'kind' = 'switch-risk' AND body -> 'on' = 'true'::jsonb, false);
  EXCEPTION WHEN data_exception THEN RETURN false;
  END $$;
  -- What is never sent twice, kept by the database itself.
  CREATE UNIQUE INDEX sent_once ON ${at}.journal (id) WHERE state = 'sending' AND NOT ${at}.only_protects(line);
  -- Where the chain has got to, beside it: lines that are cut off its end are missed.
  CREATE TABLE ${at}.journal_head (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), sequence bigint NOT NULL, hash text NOT NULL
  );
  INSERT INTO ${at}.journal_head (sequence, hash) VALUES (0, '${NOTHING_BEFORE}');
  CREATE FUNCTION ${at}.journal_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE head ${at}.journal_head; who desk.lead; BEGIN
    IF TG_OP <> 'INSERT' THEN RAISE 'A line of the journal is never changed or taken away.'; END IF;
    SELECT * INTO who FROM desk.lead;
    IF NEW.epoch <> who.epoch OR who.backend <> pg_backend_pid() OR NOT pg_try_advisory_xact_lock(${LEAD_LOCK}) THEN
      RAISE 'Only who leads writes the journal.';
    END IF;
    SELECT * INTO head FROM ${at}.journal_head FOR UPDATE;
    IF NEW.sequence <> head.sequence + 1 OR NEW.previous <> head.hash THEN RAISE 'A line of the journal follows its last one.'; END IF;
    IF NEW.hash <> encode(sha256(convert_to(NEW.previous || E'\\n' || NEW.sequence || E'\\n' || NEW.line, 'UTF8')), 'hex') THEN
      RAISE 'A line of the journal has the hash of its text.';
    END IF;
    UPDATE ${at}.journal_head SET sequence = NEW.sequence, hash = NEW.hash;
    RETURN NEW;
  END $$;
  CREATE TRIGGER journal_goes_on BEFORE INSERT OR UPDATE OR DELETE ON ${at}.journal
    FOR EACH ROW EXECUTE FUNCTION ${at}.journal_goes_on();
  CREATE TRIGGER journal_stays BEFORE TRUNCATE ON ${at}.journal FOR EACH STATEMENT EXECUTE FUNCTION ${at}.journal_goes_on();
  CREATE FUNCTION ${at}.journal_head_goes_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'UPDATE' OR pg_trigger_depth() < 2 THEN RAISE 'The head of the journal moves with its lines alone.'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER journal_head_goes_on BEFORE INSERT OR UPDATE OR DELETE ON ${at}.journal_head
    FOR EACH ROW EXECUTE FUNCTION ${at}.journal_head_goes_on();
  CREATE TRIGGER journal_head_stays BEFORE TRUNCATE ON ${at}.journal_head
    FOR EACH STATEMENT EXECUTE FUNCTION ${at}.journal_head_goes_on();
  -- What says whether an action's line leaves something live; nothing where the line is none that this database can take apart.
  CREATE FUNCTION ${at}.offer_in(line text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$ DECLARE said jsonb; BEGIN
    said := line::jsonb;
    RETURN ARRAY[said #>> '{body,kind}', said #>> '{body,requestId}', said #>> '{body,quoteId}', said ->> 'quoteId'];
  EXCEPTION WHEN data_exception THEN RETURN NULL;
  END $$;

  CREATE TABLE ${at}.trade (
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE, id text COLLATE "C" PRIMARY KEY, traded_at bigint NOT NULL,
    venue text COLLATE "C", commodity text COLLATE "C", json text NOT NULL, final boolean NOT NULL, fetched_at bigint NOT NULL
  );
  CREATE INDEX trade_in_order ON ${at}.trade (traded_at, id);
  CREATE TABLE ${at}.listed_trade (
    id text COLLATE "C" PRIMARY KEY, traded_at bigint NOT NULL, venue text COLLATE "C", commodity text COLLATE "C"
  );
  CREATE INDEX listed_trade_in_order ON ${at}.listed_trade (traded_at, id);
  CREATE TABLE ${at}.listed_day (
    starts_at bigint NOT NULL, ends_at bigint NOT NULL, commodity text COLLATE "C" NOT NULL, listed_at bigint NOT NULL,
    PRIMARY KEY (starts_at, ends_at, commodity)
  );
  CREATE TABLE ${at}.trade_changes (one boolean PRIMARY KEY DEFAULT true CHECK (one), count bigint NOT NULL);
  INSERT INTO ${at}.trade_changes (count) VALUES (0);
  CREATE FUNCTION ${at}.trades_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE ${at}.trade_changes SET count = count + 1;
    RETURN NULL;
  END $$;
  CREATE TRIGGER final_trade_changed AFTER UPDATE ON ${at}.trade FOR EACH ROW WHEN (OLD.final)
    EXECUTE FUNCTION ${at}.trades_changed();
  CREATE TRIGGER trade_deleted AFTER DELETE ON ${at}.trade FOR EACH ROW EXECUTE FUNCTION ${at}.trades_changed();
  CREATE TRIGGER listed_day_changed AFTER INSERT OR UPDATE OR DELETE ON ${at}.listed_day
    FOR EACH ROW EXECUTE FUNCTION ${at}.trades_changed();

  CREATE TABLE ${at}.event (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, heard_at bigint NOT NULL, last_at bigint NOT NULL,
    body bytea NOT NULL, times bigint NOT NULL, digested boolean NOT NULL, json text NOT NULL
  );
  CREATE INDEX event_by_body ON ${at}.event (sha256(body), last_at);
  CREATE INDEX event_undigested ON ${at}.event (sequence) WHERE NOT digested;
  -- One after the other, whichever machine heard them: of two equal deliveries that come at once the second is a repeat.
  CREATE FUNCTION ${at}.keep_event(heard bigint, delivered bytea, said text, since bigint)
    RETURNS ${at}.event LANGUAGE plpgsql AS $$ DECLARE kept ${at}.event; BEGIN
    PERFORM pg_advisory_xact_lock('${at}.event'::regclass::oid::bigint);
    UPDATE ${at}.event SET times = times + 1, last_at = heard, digested = false WHERE length(delivered) > 0 AND sequence =
      (SELECT max(sequence) FROM ${at}.event WHERE sha256(body) = sha256(delivered) AND body = delivered AND last_at >= since)
      RETURNING * INTO kept;
    IF kept IS NULL THEN
      INSERT INTO ${at}.event (heard_at, last_at, body, times, digested, json)
        VALUES (heard, heard, delivered, 1, false, said) RETURNING * INTO kept;
    END IF;
    PERFORM pg_notify('${EVENT_CHANNEL}', '${at} ' || kept.sequence);
    RETURN kept;
  END $$;

  CREATE TABLE ${at}.record (
    key text COLLATE "C" PRIMARY KEY, kind text NOT NULL, json text NOT NULL, fetched_at bigint NOT NULL, final boolean NOT NULL
  );
  CREATE TABLE ${at}.seen_value (
    request_id text COLLATE "C", field text COLLATE "C", seen_at bigint, until bigint NOT NULL, value text NOT NULL,
    PRIMARY KEY (request_id, field, seen_at)
  );
  CREATE INDEX seen_value_by_end ON ${at}.seen_value (until);
  CREATE TABLE ${at}.position_snapshot (one boolean PRIMARY KEY DEFAULT true CHECK (one), text text NOT NULL, hash text NOT NULL);
  CREATE TABLE ${at}.ended_offer (kind text, id text COLLATE "C", PRIMARY KEY (kind, id));

  CREATE TABLE ${at}.limits_setting (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, set_at bigint NOT NULL, json text NOT NULL, version integer NOT NULL
  );
  CREATE TABLE ${at}.mass_withdrawal (number bigint PRIMARY KEY, json text NOT NULL);
  CREATE TABLE ${at}.halt (number bigint PRIMARY KEY, json text NOT NULL);
  CREATE TABLE ${at}.proven_part (kind text PRIMARY KEY);
  CREATE TABLE ${at}.own_trade (
    trade_id text COLLATE "C" PRIMARY KEY, request_id text NOT NULL, state text NOT NULL, quote_id text, since bigint NOT NULL
  );
  CREATE INDEX own_trade_by_time ON ${at}.own_trade (since, trade_id);
  CREATE TABLE ${at}.checkpoint (one boolean PRIMARY KEY DEFAULT true CHECK (one), json text NOT NULL);
  CREATE TABLE ${at}.webhook_token (one boolean PRIMARY KEY DEFAULT true CHECK (one), token text NOT NULL);
  CREATE TABLE ${at}.trade_download (
    id text COLLATE "C" PRIMARY KEY, created_at bigint NOT NULL, state text NOT NULL, json text NOT NULL
  );
  CREATE TABLE ${at}.set_aside (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    download text COLLATE "C" NOT NULL REFERENCES ${at}.trade_download (id) ON DELETE CASCADE,
    what text NOT NULL, json text NOT NULL, UNIQUE (download, what)
  );
  CREATE TABLE ${at}.usage_day (plan text, day text, leased bigint NOT NULL, PRIMARY KEY (plan, day));
  CREATE TABLE ${at}.usage_count (
    plan text, day text, lane text, operation text, calls bigint NOT NULL, PRIMARY KEY (plan, day, lane, operation)
  );
  CREATE TABLE ${at}.usage_level (plan text PRIMARY KEY, tokens float8 NOT NULL, at float8 NOT NULL);`;

/** Under which ids the doors took events in: one that is handed over again is the one that is kept already. */
const deliveriesOf = (at: Environment): string => `
  CREATE TABLE ${at}.delivery (id uuid PRIMARY KEY, at bigint NOT NULL);
  CREATE FUNCTION ${at}.hear_event(delivered uuid, heard bigint, body bytea, said text, since bigint)
    RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO ${at}.delivery VALUES (delivered, heard) ON CONFLICT DO NOTHING;
    IF FOUND THEN PERFORM ${at}.keep_event(heard, body, said, since); END IF;
  END $$;`;

export const STEPS: readonly Step[] = [
  { sql: `${LEAD} ${SHARED} ${Environment.options.map(ofEnvironment).join('\n')}` },
  { sql: Environment.options.map(deliveriesOf).join('\n') },
];
