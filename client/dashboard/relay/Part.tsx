import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Component, Suspense, useState, type ReactNode } from 'react';
import { uiWords } from '../generated/words/ui.ts';
import { currentWords } from '../words/word-catalogue.ts';
import { isUnauthenticated, failureMessage } from './failures.ts';
import styles from './Part.module.css';
import { code } from '../ui/rich-text.tsx';

interface PartProps {
  /** What it is, as the message names it: `the project log`. */
  what: string;
  /** Shown while its data is on the way. */
  waiting?: ReactNode;
  /** The surrounding screen waits for its data, too. */
  holds?: boolean;
  /** Key of the part's variables. A failure is reset when it changes. */
  of?: string;
  /** Called when the part fails. */
  onFail?: (() => void) | undefined;
  /** @param attempt the query's `fetchKey`, which changes with each retry */
  children: (attempt: number) => ReactNode;
}

/** Part of a screen that can fail and be retried while the rest of the screen stays. */
export function Part({ what, waiting = null, holds = false, of = '', onFail, children }: PartProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Boundary key={attempt} what={what} of={of} onFail={onFail} onRetry={() => setAttempt(attempt + 1)}>
      {holds ? children(attempt) : <Suspense fallback={waiting}>{children(attempt)}</Suspense>}
    </Boundary>
  );
}

interface BoundaryProps {
  what: string;
  of: string;
  onFail: (() => void) | undefined;
  onRetry: () => void;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { error: unknown; of: string }> {
  override state = { error: null, of: this.props.of };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: { of: string }) {
    return of === state.of ? null : { error: null, of };
  }

  override componentDidCatch() {
    this.props.onFail?.();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    // The way to the sign-in is the whole screen's.
    if (isUnauthenticated(error)) throw error;
    const w = currentWords(uiWords);
    const { message, errorId } = failureMessage(error);
    return (
      <div className={styles.failed} role="alert">
        <div>
          <p>
            <strong>{w.partFailed({ what: this.props.what })}</strong> {message}
          </p>
          {errorId && <p>{w.partNumber({ number: errorId, code })}</p>}
        </div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          onClick={this.props.onRetry}
        >
          {w.tryAgain}
        </Button>
      </div>
    );
  }
}
