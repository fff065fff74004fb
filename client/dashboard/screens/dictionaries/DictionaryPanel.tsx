import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconSettings,
  IconTrash,
  IconTrashOff,
  IconUpload,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  DictionaryPanel_dictionary$data,
  DictionaryPanel_dictionary$key,
} from '../../__generated__/DictionaryPanel_dictionary.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { Part } from '../../relay/Part.tsx';
import { languageLabel } from '../../ui/format.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Bar } from '../../ui/lists/Skeletons.tsx';
import { useRestorableDays } from '../../ui/time/restorable-days.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { DeleteDictionary } from './DeleteDictionary.tsx';
import styles from './Dictionaries.module.css';
import type { OwnerProps } from './dictionary-owner.ts';
import { DictionarySettings } from './DictionarySettings.tsx';
import { EntriesTable } from './entries/EntriesTable.tsx';
import { useReadOnlyNotice } from './use-read-only-notice.ts';
import { useTransfer } from './use-transfer.ts';

interface DictionaryPanelProps extends OwnerProps {
  dictionary: DictionaryPanel_dictionary$key;
  onDeleted: () => void;
  /** When its deletion is taken back. */
  onRestored: () => void;
  /** Shows the dictionaries that were deleted. */
  onRestore: () => void;
}

type Asked = 'settings' | 'delete' | null;

/** A dictionary: what it is for, what can be done with it as a whole, and its entries. */
export function DictionaryPanel({
  dictionary: key,
  onDeleted,
  onRestored,
  onRestore,
  ...owned
}: DictionaryPanelProps) {
  const { owner, mayWrite } = owned;
  const w = useWords(dictionariesWords);
  const dictionary = useFragment(dictionaryFragment, key);
  const { id, name, language, provider, voice } = dictionary;
  const [asked, setAsked] = useState<Asked>(null);
  const [count, setCount] = useState(0);
  const [look, setLook] = useState(0);
  return (
    <Panel
      tight
      title={name}
      aside={
        <PanelTools
          dictionary={dictionary}
          mayWrite={mayWrite}
          onRead={() => setLook((times) => times + 1)}
          onOpen={setAsked}
          onRestore={onRestore}
        />
      }
    >
      <Part
        of={id}
        what={w.entries.what}
        waiting={
          <div className={styles.waiting} role="status" aria-label={w.entries.loading}>
            {[1, 2, 3, 4].map((row) => (
              <Bar key={row} height={40} />
            ))}
          </div>
        }
      >
        {(attempt) => (
          <EntriesTable
            {...owned}
            dictionary={id}
            scope={{
              language: language ?? owned.voice?.language ?? 'en-US',
              provider: provider ?? null,
              voice: voice ?? null,
              own: owned.voice ?? null,
            }}
            attempt={`${attempt}.${look}`}
            onCount={setCount}
          />
        )}
      </Part>
      {asked === 'settings' && (
        <DictionarySettings
          owner={owner}
          dictionary={dictionary}
          onClose={() => setAsked(null)}
          onSaved={() => setAsked(null)}
        />
      )}
      {asked === 'delete' && (
        <DeleteDictionary
          id={id}
          name={name}
          count={count}
          onClose={() => setAsked(null)}
          onDeleted={onDeleted}
          onRestored={onRestored}
        />
      )}
    </Panel>
  );
}

interface PanelToolsProps {
  dictionary: DictionaryPanel_dictionary$data;
  mayWrite: boolean;
  /** A file of entries was read. */
  onRead: () => void;
  onOpen: (dialog: Asked) => void;
  onRestore: () => void;
}

/** What a dictionary is for, and what can be done with it as a whole. */
function PanelTools({ dictionary, mayWrite, onRead, onOpen, onRestore }: PanelToolsProps) {
  const w = useWords(dictionariesWords);
  const { id, name, language, provider, voice } = dictionary;
  const days = useRestorableDays();
  const { refuse, unless, look: disabled } = useReadOnlyNotice(mayWrite);
  const file = useRef<HTMLInputElement>(null);
  const { take, importing, give } = useTransfer(id, name, onRead);
  const scope = [language && languageLabel(language), provider, voice].filter(Boolean).join(' · ');
  return (
    <span className={styles.tools}>
      <span className={styles.scope}>{scope || w.everywhere}</span>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconSettings size={15} />}
        {...disabled}
        onClick={unless(() => onOpen('settings'))}
      >
        {w.settings.open}
      </Button>
      <Menu position="bottom-end" width={250} shadow="md" portalProps={{ target: '#content' }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={w.actionsFor({ name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconUpload size={16} />}
            disabled={importing}
            onClick={() => (mayWrite ? file.current?.click() : refuse())}
          >
            {w.transfer.import}
          </Menu.Item>
          {(['CSV', 'PLS'] as const).map((format) => (
            <Menu.Item
              key={format}
              leftSection={<IconDownload size={16} />}
              onClick={() => void give(format)}
            >
              {w.transfer.export({ format })}
            </Menu.Item>
          ))}
          {days > 0 && (
            <Menu.Item leftSection={<IconTrashOff size={16} />} onClick={unless(onRestore)}>
              {w.restore.dictionaries}
            </Menu.Item>
          )}
          <Menu.Item
            className={styles.danger!}
            leftSection={<IconTrash size={16} />}
            onClick={unless(() => onOpen('delete'))}
          >
            {w.delete.confirm}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={file}
        className="visually-hidden"
        type="file"
        accept=".csv,.pls"
        tabIndex={-1}
        aria-label={w.transfer.file}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (chosen) void take(chosen);
        }}
      />
    </span>
  );
}

const dictionaryFragment = graphql`
  fragment DictionaryPanel_dictionary on Dictionary {
    id
    name
    language
    provider
    voice
  }
`;
