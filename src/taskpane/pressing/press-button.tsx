import { Button } from '@fluentui/react-components';
import { useId, type KeyboardEvent, type MouseEvent } from 'react';
import { useLook } from '../look/look';

interface PressButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  /** Why it cannot be pressed now, in a sentence that is shown below it. */
  readonly why?: string | undefined;
  /** `space`: the Enter key does nothing on this button. */
  readonly keys?: 'any' | 'space';
  readonly primary?: boolean;
}

/**
 * A button that sends. One deliberate press is one press: the second click of a double click and the repeats of a held key
 * are not presses, so that no press can fall through to what appears in its place.
 */
export function PressButton({ label, onPress, why, keys = 'any', primary = false }: PressButtonProps) {
  const look = useLook();
  const reason = useId();
  const press = ({ detail }: MouseEvent): void => {
    if (detail <= 1 && why === undefined) onPress();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (keys === 'space' || event.repeat)) event.preventDefault();
  };
  return (
    <div className={look.section}>
      <Button
        size="small"
        appearance={primary ? 'primary' : 'secondary'}
        disabledFocusable={why !== undefined}
        aria-describedby={why === undefined ? undefined : reason}
        onClick={press}
        onKeyDown={key}
      >
        {label}
      </Button>
      {why !== undefined && (
        <p id={reason} className={`${look.text} ${look.small} ${look.muted}`}>
          {why}
        </p>
      )}
    </div>
  );
}
