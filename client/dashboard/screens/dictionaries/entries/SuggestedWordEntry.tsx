import { Button } from '@mantine/core';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { useWordEntry } from './WordEntry.tsx';

interface SuggestedWordEntryProps {
  /** Global id of the project. */
  project: string;
  word: string;
}

/** Makes a dictionary entry of a word that a voice may say wrongly. */
export default function SuggestedWordEntry({ project, word }: SuggestedWordEntryProps) {
  const { marked: w } = useWords(dictionariesWords);
  const { begin, busy, dialog, effect } = useWordEntry(project);
  return (
    <>
      <Button size="compact-sm" variant="default" loading={busy} onClick={() => void begin(word)}>
        {w.open}
      </Button>
      {dialog}
      {effect}
    </>
  );
}
