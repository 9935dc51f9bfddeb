import { Checkbox, mergeClasses } from '@fluentui/react-components';
import type { DeskStatus } from '../../domain/desk-status';
import { ARM_IDLE_MS } from '../app/arm';
import { NEWS_NAMES } from '../app/event-text';
import { GivenFile } from '../app/file-download';
import { STATUS, useAnswer, usePane, useWatched } from '../app/hooks';
import { ModeSwitch } from '../app/mode-switch';
import { NEWS_KINDS } from '../app/notices';
import { Facts, type Fact } from '../ui/facts';
import { useSharedStyles } from '../ui/styles';
import { MODE_NAMES } from '../ui/text/cell-text';
import { LimitsPart } from './pre-trade-limits';
import { WebhookPart } from './webhook';

/** How the desk is set, and what of it can be set here. */
export function SettingsPart() {
  const { client } = usePane();
  const shared = useSharedStyles();
  const status = useAnswer(client, STATUS).value;
  return (
    <>
      <h2 className={shared.title}>Settings</h2>
      {status ? (
        <Facts facts={settingFacts(status)} />
      ) : (
        <p className={shared.text}>Waiting for the desk’s status.</p>
      )}
      <section className={shared.section} aria-label="Mode of this workbook">
        <h3 className={shared.subtitle}>Cell updates</h3>
        <ModeSwitch />
      </section>
      <NewsPart />
      <WebhookPart />
      <LimitsPart />
      <section className={shared.section} aria-label="Support">
        <h3 className={shared.subtitle}>Support bundle</h3>
        <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
          Diagnostic information for support, without secrets or prices. Check it before you pass it on.
        </p>
        <GivenFile asks={[{ label: 'Create support bundle', ask: () => client.supportBundle() }]} />
      </section>
    </>
  );
}

const settingFacts = (status: DeskStatus): Fact[] => [
  ['Day begins in', status.zone],
  ['Times in cells', status.shownZone ?? status.zone],
  ['Times in the pane', 'of this computer, with their zone'],
  ['Workbooks start', MODE_NAMES[status.startsIn ?? 'live'].toLowerCase()],
  ['Disarms after', `${ARM_IDLE_MS / 60_000} idle minutes`],
  ['Gateway', `version ${status.version}`],
];

/** What a person is told of while looking elsewhere. */
function NewsPart() {
  const { switches } = usePane().events;
  const shared = useSharedStyles();
  const off = useWatched(switches.off);
  return (
    <section className={shared.section} aria-label="News">
      <h3 className={shared.subtitle}>Announcements</h3>
      <div role="group" aria-label="Announce">
        {NEWS_KINDS.map((kind) => (
          <div key={kind}>
            <Checkbox
              label={<span className={shared.small}>{NEWS_NAMES[kind]}</span>}
              checked={!off.has(kind)}
              onChange={(_, { checked }) => switches.turn(kind, checked === true)}
            />
          </div>
        ))}
      </div>
      <p className={mergeClasses(shared.text, shared.small, shared.muted)}>
        Your own actions are not announced. The Events room shows everything.
      </p>
    </section>
  );
}
