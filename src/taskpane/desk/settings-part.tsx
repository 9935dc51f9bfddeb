import { mergeClasses } from '@fluentui/react-components';
import type { DeskStatus } from '../../domain/desk-status';
import { ModeSwitch } from '../cells/mode-switch';
import { NewsPart } from '../events/news-part';
import { WebhookPart } from '../events/webhook-part';
import { LimitsPart } from '../limits/limits-part';
import { Facts, type Fact } from '../look/facts';
import { GivenFile } from '../look/given-file';
import { useLook } from '../look/look';
import { ARM_IDLE_MS } from '../pressing/arm';
import { STATUS, useAnswer, useDesk } from '../use-desk';
import { MODE_NAMES } from '../words/cell-words';

/** How the desk is set, and what of it can be set here. */
export function SettingsPart() {
  const { client } = useDesk();
  const look = useLook();
  const status = useAnswer(client, STATUS).value;
  return (
    <>
      <h2 className={look.title}>Settings</h2>
      {status ? (
        <Facts facts={settingFacts(status)} />
      ) : (
        <p className={look.text}>Waiting for the desk’s status.</p>
      )}
      <section className={look.section} aria-label="Mode of this workbook">
        <h3 className={look.subtitle}>What cells fetch by themselves</h3>
        <ModeSwitch />
      </section>
      <NewsPart />
      <WebhookPart />
      <LimitsPart />
      <section className={look.section} aria-label="Support">
        <h3 className={look.subtitle}>Support bundle</h3>
        <p className={mergeClasses(look.text, look.small, look.muted)}>
          What whoever helps needs to know, without secrets and without prices. Look into it before you pass
          it on.
        </p>
        <GivenFile asks={[{ label: 'Make the bundle', ask: () => client.supportBundle() }]} />
      </section>
    </>
  );
}

const settingFacts = (status: DeskStatus): Fact[] => [
  ['Day begins in', status.zone],
  ['Times in cells', status.shownZone ?? status.zone],
  ['Times in the pane', 'of this computer, with their zone'],
  ['Workbooks start', MODE_NAMES[status.startsIn ?? 'live'].toLowerCase()],
  ['Disarms after', `${ARM_IDLE_MS / 60_000} minutes unused`],
  ['Gateway', `version ${status.version}`],
];
