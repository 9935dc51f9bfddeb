import { Button } from '@fluentui/react-components';
import { Component, type ReactNode } from 'react';
import { Note } from './look/note';

interface FaultProps {
  readonly children: ReactNode;
  /** Where a person goes from a room that is broken. */
  readonly onLeave: () => void;
}

/** Keeps a fault of one room in that room: the arm switch, the journal and the other rooms stay. */
export class FaultBoundary extends Component<FaultProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <>
        <Note tone="bad" live>
          This room has a fault and was closed. What was sent before stands in the journal.
        </Note>
        <Button size="small" onClick={this.props.onLeave}>
          Back to the requests
        </Button>
      </>
    );
  }
}
