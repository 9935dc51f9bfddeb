import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Note } from '../look/note';
import { STATUS, useAnswer, useConnection, useDesk } from '../use-desk';
import { CONNECTION_WORDS, ENVIRONMENT_WORDS, signedInWords } from '../words/desk-words';
import { failureInWords } from '../words/failure-words';
import { useEnvironmentColours } from './environment-colours';

const useStyles = makeStyles({
  band: {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: '8px',
    padding: '5px 12px',
    color: '#ffffff',
    backgroundColor: '#3d3d3d',
    borderBottom: '1px solid transparent',
    fontSize: tokens.fontSizeBase200,
  },
  name: {
    fontWeight: tokens.fontWeightBold,
    letterSpacing: '0.06em',
    textTransform: 'uppercase',
    whiteSpace: 'nowrap',
  },
});

/** Always visible: which environment this is, and whether the desk is connected and signed in, in words. */
export function EnvironmentBand() {
  const { client } = useDesk();
  const styles = useStyles();
  const colours = useEnvironmentColours();
  const status = useAnswer(client, STATUS).value;
  const connection = useConnection(client);
  const words = `${CONNECTION_WORDS[connection]} · ${signedInWords(status)}`;
  return (
    <>
      <div className={mergeClasses(styles.band, status && colours[status.environment])}>
        <span className={styles.name}>
          {status ? ENVIRONMENT_WORDS[status.environment] : 'Environment not known'}
        </span>
        <span role="status">{words}</span>
      </div>
      {connection === 'lost' && (
        <Note tone="bad">
          The connection to the desk is lost and is being tried again. Numbers age until it is back.
        </Note>
      )}
      {status?.journal?.state === 'broken' && (
        <Note tone="alarm">
          The journal is not as it was written: a line was changed, taken away or damaged. Open Journal to see
          which.
        </Note>
      )}
      {connection !== 'lost' && status?.failure && <Note tone="bad">{failureInWords(status.failure)}</Note>}
    </>
  );
}
