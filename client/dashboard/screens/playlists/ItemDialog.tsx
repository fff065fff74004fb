import { Button, Textarea, TextInput } from '@mantine/core';
import { IconMicrophone2 } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql } from 'react-relay';
import type { ItemDialogMutation } from '../../__generated__/ItemDialogMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { PlayButton } from '../../ui/player/PlayButton.tsx';
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { titleOf, type ItemFields } from './playlist-fields.ts';
import styles from './ItemDialog.module.css';

interface ItemDialogProps {
  project: string;
  item: ItemFields;
  onSave: (item: ItemFields) => void;
  onClose: () => void;
}

/** An item's own title, text and audio. */
export function ItemDialog({ project, item, onSave, onClose }: ItemDialogProps) {
  const f = useWords(formWords);
  const { own: w } = useWords(playlistsWords);
  const [value, setValue] = useState(item);
  const [problem, setProblem] = useState<string | null>(null);
  /** What its own audio says, where that is known. */
  const [spokenOf, setSpokenOf] = useState(item.customFile === null ? null : wordsOf(item));
  const [process, busy] = useAction<ItemDialogMutation>(itemDialogMutation);
  const isOwn = item.article === null;
  const isBehind = value.customFile !== null && spokenOf !== wordsOf(value);
  const title = titleOf(value);
  const change = (part: Partial<ItemFields>) => {
    setProblem(null);
    setValue((before) => ({ ...before, ...part }));
  };
  const make = async () => {
    setProblem(null);
    const words = wordsOf(value);
    const outcome = await process({ input: { project, title, text: value.customText } }, { tell: false });
    if (!outcome.ok) return setProblem(Object.values(outcome.fieldErrors)[0] ?? outcome.message);
    const { customFile, file, durationMs } = outcome.result as {
      customFile: string;
      file: string;
      durationMs: number;
    };
    setValue((before) => ({ ...before, customFile, file, durationMs, status: 'READY' }));
    setSpokenOf(words);
  };
  const missing = isOwn && (value.customTitle.trim() === '' || value.customFile === null);
  return (
    <Dialog
      title={isOwn ? w.titleOwn : w.title}
      opened
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {f.cancel}
          </Button>
          <Button disabled={missing || busy} onClick={() => onSave(value)}>
            {w.apply}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextInput
          label={w.name}
          required={isOwn}
          placeholder={item.title}
          maxLength={500}
          value={value.customTitle}
          onChange={({ currentTarget }) => change({ customTitle: currentTarget.value })}
        />
        <Textarea
          label={w.text}
          description={w.textHint}
          autosize
          minRows={3}
          maxRows={9}
          maxLength={1200}
          value={value.customText}
          onChange={({ currentTarget }) => change({ customText: currentTarget.value })}
        />
        <div className={styles.audio}>
          <Button
            variant="light"
            leftSection={<IconMicrophone2 size={16} />}
            loading={busy}
            disabled={value.customText.trim() === ''}
            onClick={() => void make()}
          >
            {w.make}
          </Button>
          <OwnAudio value={value} isBehind={isBehind} onRemove={() => change({ customFile: null })} />
        </div>
        <FieldError>{problem}</FieldError>
      </div>
    </Dialog>
  );
}

interface OwnAudioProps {
  value: ItemFields;
  /** The text was changed since. */
  isBehind: boolean;
  onRemove: () => void;
}

/** Audio uploaded for an item. */
function OwnAudio({ value, isBehind, onRemove }: OwnAudioProps) {
  const { own: w } = useWords(playlistsWords);
  if (value.customFile === null || value.file === null) return null;
  return (
    <>
      <PlayButton
        track={{
          id: `own:${value.customFile}`,
          url: value.file,
          title: titleOf(value),
          durationMs: value.durationMs ?? 0,
        }}
        title={w.audio}
      />
      <span role="status">{isBehind ? w.behind : w.current}</span>
      {value.article !== null && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onRemove}>
          {w.useArticles}
        </Button>
      )}
    </>
  );
}

const wordsOf = (item: ItemFields): string => JSON.stringify([titleOf(item), item.customText.trim()]);

const itemDialogMutation = graphql`
  mutation ItemDialogMutation($input: ProcessPlaylistAudioInput!) {
    result: processPlaylistAudio(input: $input) {
      __typename
      ... on ProcessPlaylistAudioSuccess {
        customFile
        file
        durationMs
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
