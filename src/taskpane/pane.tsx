import { FluentProvider, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { RequestId } from '../domain/identifiers';
import { EnvironmentBand } from './desk/environment-band';
import { QuotaStrip } from './desk/quota-strip';
import { useLook } from './look/look';
import type { Errand } from './errands';
import { FaultBoundary } from './fault';
import { Note } from './look/note';
import { officeInWords } from './office';
import type { PaneDesk } from './pane-desk';
import { back, EVENT_SETTINGS, FIRST_PLACE, roomKey, type Place, type RequestPlace } from './place';
import { ArmRow } from './pressing/arm-row';
import { NO_FILTER, type Filter } from './requests/blotter';
import { RequestsRoom } from './requests/requests-room';
import { fetchAhead, type Rooms as LateRooms } from './rooms';
import { RoomsNav } from './rooms-nav';
import { DeskProvider, STATUS, useAnswer, useDesk, useWatched } from './use-desk';
import { useEscape } from './use-escape';
import { useScheme } from './use-scheme';

const useStyles = makeStyles({
  provider: { height: '100%' },
  pane: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    minWidth: '300px',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  room: { flexGrow: 1, overflowY: 'auto', scrollbarGutter: 'stable', scrollbarWidth: 'thin' },
});

/** The themes' colours and sizes are variables of the stylesheet (scripts/theme-variables.mjs), one set for each scheme. */
const IN_STYLESHEET = {};

/** The whole pane around one desk. */
export function Pane({ desk, rooms }: { desk: PaneDesk; rooms: LateRooms }) {
  const styles = useStyles();
  const { background } = useWatched(desk.office);
  const scheme = useScheme(background);
  useEffect(() => fetchAhead(rooms, desk.client.clock), [rooms, desk]);
  return (
    <FluentProvider theme={IN_STYLESHEET} data-scheme={scheme} className={styles.provider}>
      <DeskProvider value={desk}>
        <Rooms rooms={rooms} />
      </DeskProvider>
    </FluentProvider>
  );
}

function Rooms({ rooms }: { rooms: LateRooms }) {
  const { arm, errands, notice, withdrawals } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const [place, setPlace] = useState<Place>(FIRST_PLACE);
  const [filter, setFilter] = useState(NO_FILTER);
  const go = (next: Place): void => {
    notice.set('');
    setPlace(next);
  };
  useEffect(
    () =>
      errands.listen((errand) => {
        if (errand.kind === 'say') return notice.set(errand.text);
        if (errand.kind === 'withdraw-all') return notice.set(withdrawals.all());
        notice.set('');
        if (errand.kind === 'show-requests') setFilter((known) => ({ ...known, list: 'open' }));
        setPlace(placeOf(errand));
      }),
    [errands, notice, withdrawals],
  );
  useEscape(() => {
    if (back(place) !== place) go(back(place));
  });
  return (
    <div className={styles.pane} onPointerDownCapture={() => arm.used()} onKeyDownCapture={() => arm.used()}>
      <header>
        <h1 className={look.hidden}>SpreadDesk</h1>
        <EnvironmentBand />
        <rooms.mode.Room />
        <ArmRow />
        <RoomsNav place={place} onGo={go} />
      </header>
      <main key={roomKey(place)} className={styles.room}>
        <FaultBoundary onLeave={() => go({ room: 'requests' })}>
          <Room
            rooms={rooms}
            place={place}
            filter={filter}
            onFilter={setFilter}
            go={go}
            onSignedIn={() => setPlace(FIRST_PLACE)}
          />
        </FaultBoundary>
      </main>
      <Withdrawal rooms={rooms} />
      <footer>
        <rooms.news.Room
          onOpen={(id) => go({ room: 'request', id, from: 'events' })}
          onEvents={() => go({ room: 'events' })}
        />
        <Notices />
        <QuotaStrip />
      </footer>
    </div>
  );
}

function placeOf(errand: Exclude<Errand, { kind: 'say' | 'withdraw-all' }>): Place {
  switch (errand.kind) {
    case 'show-request':
      return { room: 'request', id: errand.id, from: 'requests' };
    case 'offer-request':
      return { room: 'requests', offered: errand.id };
    case 'show-requests':
      return { room: 'requests' };
    case 'show-cells':
      return { room: 'cells', at: errand.at };
  }
}

/** Where nothing can be seen before somebody is signed in. */
const MARKET: ReadonlySet<Place['room']> = new Set(['requests', 'request', 'new-request', 'bulk', 'risk']);

function Room({
  rooms,
  place,
  filter,
  onFilter,
  go,
  onSignedIn,
}: {
  rooms: LateRooms;
  place: Place;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  go: (place: Place) => void;
  onSignedIn: () => void;
}) {
  const openFrom =
    (from: RequestPlace['from']) =>
    (id: RequestId): void =>
      go({ room: 'request', id, from });
  const open = openFrom('requests');
  const write = (): void => go({ room: 'new-request' });
  const leave = (): void => go(back(place));
  const { client } = useDesk();
  const status = useAnswer(client, STATUS).value;
  if (MARKET.has(place.room) && status?.signedIn === false) {
    return <rooms.signIn.Room status={status} onDone={onSignedIn} />;
  }
  switch (place.room) {
    case 'requests':
      return (
        <RequestsRoom
          Closed={rooms.closed.Room}
          filter={filter}
          onFilter={onFilter}
          cameFrom={place.cameFrom}
          offered={place.offered}
          onOpen={open}
          onNew={write}
        />
      );
    case 'request':
      return <rooms.request.Room key={place.id} id={place.id} onBack={leave} onCopied={write} />;
    case 'new-request':
      return <rooms.newRequest.Room onBack={leave} onOpen={open} />;
    case 'bulk':
      return <rooms.bulk.Room />;
    case 'cells':
      return <rooms.cells.Room place={place} />;
    case 'risk':
      return <rooms.risk.Room />;
    case 'journal':
      return <rooms.journal.Room onOpen={openFrom('journal')} />;
    case 'events':
      return <rooms.events.Room onOpen={openFrom('events')} onSettings={() => go(EVENT_SETTINGS)} />;
    case 'trades':
      return <rooms.trades.Room />;
    case 'desk':
      return <rooms.desk.Room at={place.at} />;
  }
}

/** Below the rooms, so that nothing in them moves. */
function Withdrawal({ rooms }: { rooms: LateRooms }) {
  const { withdrawals } = useDesk();
  const shown = useWatched(withdrawals.shown);
  const pressed = useWatched(withdrawals.pressed);
  return shown.length === 0 && pressed === undefined ? null : <rooms.withdrawal.Room />;
}

/** What was last said to the person, in one place that screen readers follow. */
function Notices() {
  const { notice, office } = useDesk();
  const said = useWatched(notice);
  const excel = officeInWords(useWatched(office));
  const text = said || excel;
  return (
    <div role="status" aria-label="Notices">
      {text && <Note>{text}</Note>}
    </div>
  );
}
