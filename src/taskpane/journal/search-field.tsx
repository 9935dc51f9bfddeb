import { Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';

const useStyles = makeStyles({
  place: { position: 'relative', flexGrow: 1, flexBasis: '110px', minWidth: 0 },
  input: { width: '100%', minWidth: 0 },
  /** Over what is below: a press there must not meet another line than the one that was aimed at. */
  help: {
    position: 'absolute',
    zIndex: 2,
    top: '100%',
    right: 0,
    width: '240px',
    boxSizing: 'border-box',
    padding: '6px 8px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    boxShadow: tokens.shadow8,
  },
});

/** Words to look for among the lines that are listed, with what they may be until a person types them: it lies on the first hits. */
export function SearchField({
  words,
  help,
  onWords,
}: {
  words: string;
  help: string;
  onWords: (words: string) => void;
}) {
  const styles = useStyles();
  const [isHelping, setHelping] = useState(false);
  const isHelp = isHelping && words === '';
  return (
    <Field
      size="small"
      className={styles.place}
      onFocus={() => setHelping(true)}
      onBlur={() => setHelping(false)}
      onKeyDown={({ key }) => key === 'Escape' && setHelping(false)}
      {...(isHelp && { hint: { className: styles.help, children: help } })}
    >
      <Input
        size="small"
        className={styles.input}
        aria-label="Search"
        placeholder="Search"
        autoComplete="off"
        value={words}
        onChange={(_, { value }) => onWords(value)}
      />
    </Field>
  );
}
