import { Button, TextInput } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { useState } from 'react';
import { speechServices } from '../../../generated/registries.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { storePreviewSentence, readPreviewSentence } from './entry-preview-text.ts';
import { maxCharacters, useEntryPreview, type PreviewScope } from './use-entry-preview.ts';
import type { EntryFields } from './use-save-entry.ts';

/** Plays an entry with its current fields, before it is saved. */
export function EntryPreview({ id, entry, scope }: { id: string; entry: EntryFields; scope: PreviewScope }) {
  const { hear: w } = useWords(dictionariesWords);
  const service = scope.provider ?? scope.own?.name.split(':')[0] ?? '';
  const hasSentence = speechServices[service]?.hasOwnPreviewText ?? false;
  const [sentence, setSentence] = useState(() => (hasSentence ? readPreviewSentence(id) : ''));
  const { hear, busy, problem } = useEntryPreview(entry, scope);
  return (
    <div className={styles.hear}>
      {hasSentence && (
        <TextInput
          label={w.sentence}
          description={w.sentenceHint}
          maxLength={maxCharacters}
          value={sentence}
          onChange={({ currentTarget: { value } }) => {
            setSentence(value);
            storePreviewSentence(id, value);
          }}
        />
      )}
      <Button
        variant="light"
        leftSection={<IconVolume size={16} />}
        loading={busy}
        disabled={!entry.source.trim()}
        onClick={() => void hear(sentence)}
      >
        {w.hear}
      </Button>
      {problem && (
        <p className={styles.warning} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
