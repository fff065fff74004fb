import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { SuggestionsQuery } from '../../__generated__/SuggestionsQuery.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { Part } from '../../relay/Part.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { MarkedExcerpt } from '../../ui/lists/MarkedExcerpt.tsx';
import { notify, showError } from '../../ui/messages.ts';
import { WaitingBar } from '../../ui/WaitingBar.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Dictionaries.module.css';
import { EntryConflictDialog } from './entries/EntryConflictDialog.tsx';
import { useAddEntries } from './entries/use-add-entries.ts';
import { plainEntry, useSaveEntry } from './entries/use-save-entry.ts';

interface SuggestionsProps {
  /** Global ids. */
  dictionary: string;
  project: string;
  /** @param changed global ids of the new entries that got another pronunciation than the written word */
  onClose: (changed: readonly string[]) => void;
  onAdded: () => void;
}

/** Shows words of the newest articles that are likely to be mispronounced. A click adds an entry for one. */
export function Suggestions({ onClose, ...props }: SuggestionsProps) {
  const { suggestions: w, done } = useWords(dictionariesWords);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const close = () => onClose(changed);
  return (
    <Dialog
      title={w.open}
      opened
      className={styles.wide}
      onClose={close}
      actions={<Button onClick={close}>{done}</Button>}
    >
      <p>{w.hint}</p>
      <Part what={w.what} waiting={<WaitingBar label={w.loading} height={220} />}>
        {(attempt) => (
          <Words {...props} attempt={attempt} onSaved={(id) => setChanged([...new Set([...changed, id])])} />
        )}
      </Part>
    </Dialog>
  );
}

type Suggestion = SuggestionsQuery['response']['dictionarySuggestions'][number];

function Words({
  dictionary,
  project,
  attempt,
  onAdded,
  onSaved,
}: Omit<SuggestionsProps, 'onClose'> & { attempt: number; onSaved: (entry: string) => void }) {
  const { suggestions: w } = useWords(dictionariesWords);
  const { dictionarySuggestions: words } = useLazyLoadQuery<SuggestionsQuery>(
    graphql`
      query SuggestionsQuery($project: ID!) @throwOnFieldError {
        dictionarySuggestions(project: $project, first: 50) {
          word
          reason
          count
          excerpt
          start
          length
          article {
            title
          }
        }
      }
    `,
    { project },
    { fetchKey: attempt, fetchPolicy: 'network-only' },
  );
  if (words.length === 0) return <p role="status">{w.none}</p>;
  return (
    <ul className={styles.rows} aria-label={w.open}>
      {words.map((suggestion) => (
        <Word
          key={suggestion.word}
          dictionary={dictionary}
          suggestion={suggestion}
          onAdded={onAdded}
          onSaved={onSaved}
        />
      ))}
    </ul>
  );
}

interface WordProps {
  dictionary: string;
  suggestion: Suggestion;
  onAdded: () => void;
  /** @param entry global id of an entry that now changes how a word sounds */
  onSaved: (entry: string) => void;
}

function Word({
  dictionary,
  suggestion: { word, reason, count, excerpt, start, length, article },
  onAdded,
  onSaved,
}: WordProps) {
  const { suggestions: w } = useWords(dictionariesWords);
  const [add, busy] = useAddEntries();
  const [made, setMade] = useState<{ id: string; revision: number } | null>(null);
  const isAdded = made !== null;
  // Pronounced as written until an editor changes it: a click never silences a word.
  const kind = reason === 'ABBREVIATION' ? 'LETTERS' : 'SUBSTITUTION';
  const make = async () => {
    const outcome = await add({
      input: { dictionary, entries: [{ source: word, replacement: word, kind }] },
    });
    if (outcome.ok) {
      const [entry = null] = outcome.result.entries ?? [];
      setMade(entry);
      // Spelled out, it sounds different at once; otherwise once its pronunciation is edited.
      if (entry && kind === 'LETTERS') onSaved(entry.id);
      onAdded();
    } else if (Object.keys(outcome.fieldErrors).length > 0) showError({ message: outcome.message });
  };
  return (
    <li data-testid="suggestion">
      <span className={styles.words}>
        <strong>{word}</strong>
        <span title={article.title}>
          <MarkedExcerpt excerpt={excerpt} start={start} length={length} />
        </span>
        <span className={styles.note}>
          {w.reasons[reason as keyof typeof w.reasons]} · {w.times({ count })}
        </span>
        {made && kind === 'SUBSTITUTION' && (
          <SaidAs
            entry={made}
            word={word}
            onSaved={() => {
              onSaved(made.id);
              onAdded();
            }}
          />
        )}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        disabled={isAdded}
        aria-label={isAdded ? undefined : w.addOf({ word })}
        onClick={() => void make()}
      >
        {isAdded ? w.added : w.add}
      </Button>
    </li>
  );
}

interface SaidAsProps {
  entry: { readonly id: string; readonly revision: number };
  word: string;
  onSaved: () => void;
}

/** Field for the pronunciation of a new entry, saved on blur or Enter. */
function SaidAs({ entry: { id, revision }, word, onSaved }: SaidAsProps) {
  const { suggestions: w, entries } = useWords(dictionariesWords);
  const [text, setText] = useState(word);
  const [saved, setSaved] = useState(word);
  const [problem, setProblem] = useState<string | null>(null);
  const { save, busy, conflict, dismiss } = useSaveEntry(id, plainEntry(word, saved), revision);
  const keep = async () => {
    if (text.trim() === saved || busy) return;
    const outcome = await save({ replacement: text.trim() });
    if (outcome === 'conflict') return;
    if (outcome !== 'saved') return setProblem(Object.values(outcome).join(' '));
    setSaved(text.trim());
    notify(entries.savedAs({ word, said: text.trim() || entries.silent }), 2000);
    onSaved();
  };
  return (
    <>
      <TextInput
        className={styles.input}
        size="xs"
        aria-label={w.saidAs({ word })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed
        autoFocus
        value={text}
        error={problem}
        maxLength={500}
        autoComplete="off"
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => {
          setProblem(null);
          setText(currentTarget.value);
        }}
        onBlur={() => void keep()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          void keep();
        }}
      />
      {conflict && <EntryConflictDialog conflict={conflict} busy={busy} onSave={save} onClose={dismiss} />}
    </>
  );
}
