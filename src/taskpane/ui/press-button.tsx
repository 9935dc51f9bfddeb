import { Button, makeStyles, mergeClasses, tokens, useId } from '@fluentui/react-components';
import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useSharedStyles } from './styles';

const useStyles = makeStyles({
  inRow: { display: 'contents' },
  /** The reason stands above: the button does not move when it comes and goes. */
  wide: { display: 'flex', flexDirection: 'column-reverse', gap: '6px' },
  /** As wide as its words. */
  own: { alignSelf: 'flex-start' },
  lead: { color: 'inherit', textDecorationLine: 'underline' },
  reason: { gridColumnStart: 1, gridColumnEnd: -1 },
  danger: {
    backgroundColor: tokens.colorStatusDangerBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': {
      backgroundColor: tokens.colorStatusDangerBackground3Hover,
      color: tokens.colorNeutralForegroundOnBrand,
    },
    ':hover:active': {
      backgroundColor: tokens.colorStatusDangerBackground3Pressed,
      color: tokens.colorNeutralForegroundOnBrand,
    },
  },
});

export interface PressButtonProps {
  readonly label: ReactNode;
  readonly onPress: (press: MouseEvent) => void;
  /** Why it cannot be pressed now, in a sentence that is shown below it, or above a `wide` one. */
  readonly why?: string | undefined;
  /** Leads to what `why` speaks of. */
  readonly onWhy?: (() => void) | undefined;
  /** `space`: the Enter key does nothing on this button. */
  readonly keys?: 'any' | 'space';
  readonly primary?: boolean;
  /** It takes protection away: in the colour of warnings while it can be pressed. */
  readonly danger?: boolean;
  /** The button's full name where its label is short, or not all of it is in sight. */
  readonly name?: string;
  /** There is nothing to press for, which needs no words: the label says it. */
  readonly quiet?: boolean;
  /** Stands at the end of a row of two columns, with the reason below the whole row. */
  readonly inRow?: boolean;
  /** As wide as its place, and higher: the one button of a view. */
  readonly wide?: boolean;
}

const SPACE_ALONE = 'Press Space or click; Enter does nothing here.';

/**
 * A button that sends. One deliberate press is one press: the second click of a double click and the repeats of a held key
 * are not presses, so that no press can fall through to what appears in its place.
 */
export function PressButton(props: PressButtonProps) {
  const { label, name, onPress, why, keys = 'any', primary = false, inRow = false, wide = false } = props;
  const isOff = why !== undefined || props.quiet === true;
  const shared = useSharedStyles();
  const styles = useStyles();
  const reason = useId();
  // Whoever presses Enter in vain is told what does send.
  const [isVain, setVain] = useState(false);
  const says = why ?? (isVain && !isOff ? SPACE_ALONE : undefined);
  const press = (event: MouseEvent): void => {
    if (event.detail <= 1 && !isOff) onPress(event);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || (keys !== 'space' && !event.repeat)) return;
    event.preventDefault();
    // What is held down since a field led here is no press of this button.
    if (wide && !event.repeat) setVain(true);
  };
  return (
    <div className={inRow ? styles.inRow : wide ? styles.wide : shared.section}>
      <Button
        size={wide ? 'medium' : 'small'}
        className={mergeClasses(
          !wide && !inRow && styles.own,
          props.danger === true && !isOff && styles.danger,
        )}
        appearance={primary ? 'primary' : 'secondary'}
        disabledFocusable={isOff}
        aria-label={name}
        data-send={wide ? '' : undefined}
        aria-describedby={says === undefined ? undefined : reason}
        onClick={press}
        onKeyDown={key}
        onBlur={() => setVain(false)}
      >
        {label}
      </Button>
      {says !== undefined && (
        <p
          id={reason}
          role={why === undefined ? 'status' : undefined}
          className={mergeClasses(shared.text, shared.small, shared.muted, inRow && styles.reason)}
        >
          {props.onWhy ? (
            <button
              type="button"
              className={mergeClasses(shared.textButton, styles.lead)}
              onClick={props.onWhy}
            >
              {says}
            </button>
          ) : (
            says
          )}
        </p>
      )}
    </div>
  );
}
