import { Button, Checkbox, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useLook } from '../look/look';
import { Note } from '../look/note';
import { failureInWords } from '../words/failure-words';
import type { SuggestedRecipients } from './use-recipients';

const useStyles = makeStyles({ list: { maxHeight: '180px', overflowY: 'auto' } });

interface ListProps {
  readonly suggested: SuggestedRecipients;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Whom the platform suggests to ask, to be ticked. Whoever was ticked stays in view, suggested for these legs or not. */
export function RecipientList({
  isAsked,
  wrong,
  ...list
}: ListProps & {
  /** Whether the legs say enough to ask the platform. */
  isAsked: boolean;
  wrong: string | undefined;
}) {
  const look = useLook();
  const { suggested, chosen } = list;
  const missing = absenceInWords(suggested, isAsked);
  return (
    <section className={look.section} aria-label="Recipients">
      <h3 className={look.subtitle}>Recipients</h3>
      {missing !== undefined && <p className={mergeClasses(look.text, look.small, look.muted)}>{missing}</p>}
      {suggested.failures.map((failure, index) => (
        <Note key={index} tone="warning">
          {failureInWords(failure)}
        </Note>
      ))}
      <Checklist {...list} />
      {wrong !== undefined && <Note tone="bad">{wrong}</Note>}
      <p className={mergeClasses(look.text, look.small)} role="status">
        {chosen.length === 0
          ? 'Nobody is chosen: asked is whoever the platform asks.'
          : `${chosen.length} chosen; nobody else is asked.`}
      </p>
    </section>
  );
}

function absenceInWords(
  { names, isWaiting, failures }: SuggestedRecipients,
  isAsked: boolean,
): string | undefined {
  if (!isAsked) return 'The platform suggests recipients once commodity and market are filled in.';
  if (isWaiting) return 'Waiting for suggestions.';
  return names.length + failures.length === 0 ? 'The platform suggests nobody for these legs.' : undefined;
}

function Checklist({ suggested: { names }, chosen, onChange }: ListProps) {
  const look = useLook();
  const styles = useStyles();
  const others = chosen.filter((name) => !names.includes(name));
  const tick = (name: string, on: boolean): void =>
    onChange(on ? [...chosen, name] : chosen.filter((one) => one !== name));
  if (names.length + others.length === 0) return null;
  return (
    <>
      <div className={look.line}>
        {names.length > 0 && (
          <Button size="small" onClick={() => onChange([...others, ...names])}>
            Select all {names.length}
          </Button>
        )}
        <Button size="small" onClick={() => onChange([])}>
          Select none
        </Button>
      </div>
      <ul className={mergeClasses(look.list, styles.list)} aria-label="Suggested recipients">
        {[...others, ...names].map((name) => (
          <li key={name}>
            <Checkbox
              label={
                <span className={look.small}>
                  {others.includes(name) ? `${name} (not suggested for these legs)` : name}
                </span>
              }
              checked={chosen.includes(name)}
              onChange={(_, { checked }) => tick(name, checked === true)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
