import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { useLook } from '../look/look';
import { useDesk } from '../use-desk';

const useStyles = makeStyles({
  address: {
    padding: '5px 8px',
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
    userSelect: 'all',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
});

/** Not in sight until somebody wants it: on a screen that others see, it would be given away. */
export function WebhookAddress({ address }: { address: string }) {
  const { notice } = useDesk();
  const look = useLook();
  const styles = useStyles();
  const [isShown, setShown] = useState(false);
  const place = useId();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      notice.set('The address for events is copied. Give it to the platform’s operator and to nobody else.');
    } catch {
      setShown(true);
      notice.set(
        'The address could not be copied: this window does not let the pane write to the clipboard. Mark it and copy it yourself.',
      );
    }
  };
  return (
    <>
      <div className={look.line}>
        <Button
          size="small"
          aria-expanded={isShown}
          aria-controls={place}
          onClick={() => setShown((now) => !now)}
        >
          {isShown ? 'Hide address' : 'Show address'}
        </Button>
        <Button size="small" onClick={() => void copy()}>
          Copy address
        </Button>
      </div>
      <div id={place}>
        {isShown && <div className={mergeClasses(styles.address, look.small)}>{address}</div>}
      </div>
      <p className={mergeClasses(look.text, look.small, look.muted)}>
        For the platform’s operator alone: whoever knows it can knock. An event only makes the desk look, and
        it never sends anything.
      </p>
    </>
  );
}
