import { useMemo } from 'react';
import { STATUS, useAnswer, useDesk } from '../use-desk';
import { AnsweredRequests, type ListProps } from './answered-requests';
import { PeriodFields } from './period-fields';
import { useToday } from './use-today';

/** The closed ones of a period; while no days are given, of today in the service's zone. */
export function ClosedRequests(props: ListProps) {
  const { client } = useDesk();
  const zone = useAnswer(client, STATUS).value?.zone;
  return zone === undefined ? <p>Waiting for the desk’s status.</p> : <ClosedIn zone={zone} {...props} />;
}

function ClosedIn({ zone, ...props }: ListProps & { zone: string }) {
  const { client } = useDesk();
  const { filter, onFilter } = props;
  const today = useToday(zone);
  const { from, to } = filter.period ?? { from: today, to: today };
  const resource = useMemo(() => ({ kind: 'concluded-requests', from, to }) as const, [from, to]);
  return (
    <AnsweredRequests {...props} name="Closed requests" word="closed" answer={useAnswer(client, resource)}>
      <PeriodFields
        key={`${from} ${to}`}
        period={{ from, to }}
        zone={zone}
        onPeriod={(period) => onFilter({ ...filter, period })}
        onToday={() => onFilter({ ...filter, period: undefined })}
      />
    </AnsweredRequests>
  );
}
