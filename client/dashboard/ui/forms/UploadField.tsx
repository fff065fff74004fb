import { Button } from '@mantine/core';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { uiWords } from '../../generated/words/ui.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './UploadField.module.css';

interface UploadFieldProps {
  label: string;
  /** What may be uploaded, in a few words. */
  hint: string;
  /** As a file input takes it: `.mp3,.wav`. */
  accept: string;
  /** Why a file cannot be taken; null: it can. */
  check: (file: File) => string | null;
  /** Sends it, saying how much is sent (0 to 1). @returns why it failed; null: it did not */
  send: (file: File, onProgress: (sent: number) => void) => Promise<string | null>;
}

type State =
  | { status: 'idle' }
  | { status: 'uploading'; file: File; sent: number }
  /** A file that was refused before it was sent is not sent again. */
  | { status: 'error'; message: string; file: File | null };

/** Takes a file by choice or by drop: idle, uploading, or error with Try again. */
export function UploadField({ label, hint, accept, check, send }: UploadFieldProps) {
  const w = useWords(uiWords);
  const [state, setState] = useState<State>({ status: 'idle' });
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const uploading = state.status === 'uploading';

  const upload = async (file: File) => {
    const problem = check(file);
    if (problem) return setState({ status: 'error', message: problem, file: null });
    setState({ status: 'uploading', file, sent: 0 });
    const failure = await send(file, (sent) =>
      setState((before) => (before.status === 'uploading' ? { ...before, sent } : before)),
    );
    setState(
      failure === null ? { status: 'idle' } : { status: 'error', message: failure || w.upload.failed, file },
    );
  };
  const choose = () => input.current?.click();

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped; a button asks, too
    <div
      className={styles.field}
      data-over={over || undefined}
      role="group"
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!uploading);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file && !uploading) void upload(file);
      }}
    >
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-label={w.upload.file({ label })}
        disabled={uploading}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file) void upload(file);
        }}
      />
      {state.status === 'idle' && (
        <>
          <Button variant="default" size="sm" leftSection={<IconUpload size={15} />} onClick={choose}>
            {label}
          </Button>
          <span className={styles.hint}>{hint}</span>
        </>
      )}
      {state.status === 'uploading' && <Uploading name={state.file.name} sent={state.sent} />}
      {state.status === 'error' && (
        <Failed state={state} onAgain={(file) => void upload(file)} onChoose={choose} />
      )}
    </div>
  );
}

function Uploading({ name, sent }: { name: string; sent: number }) {
  const { upload: w } = useWords(uiWords);
  return (
    <>
      <span className={styles.name} role="status">
        {sent < 1 ? w.uploading({ name: name }) : w.preparing({ name: name })}…
      </span>
      <div
        className={styles.progress}
        data-whole={sent >= 1 || undefined}
        role="progressbar"
        aria-label={w.uploading({ name: name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(sent * 100)}
      >
        <span style={{ width: `${Math.max(4, sent * 100)}%` }} />
      </div>
    </>
  );
}

interface FailedProps {
  state: Extract<State, { status: 'error' }>;
  onAgain: (file: File) => void;
  onChoose: () => void;
}

function Failed({ state, onAgain, onChoose }: FailedProps) {
  const w = useWords(uiWords);
  return (
    <>
      <p className={styles.error} role="alert">
        <IconAlertTriangle size={16} />
        {state.message}
      </p>
      <div className={styles.again}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => (state.file ? onAgain(state.file) : onChoose())}
        >
          {w.tryAgain}
        </Button>
        {state.file && (
          <Button size="compact-sm" variant="subtle" onClick={onChoose}>
            {w.upload.another}
          </Button>
        )}
      </div>
    </>
  );
}
