import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCheck,
  IconDots,
  IconPencil,
  IconTrash,
  IconWorldPlus,
  IconZoomQuestion,
} from '@tabler/icons-react';
import { graphql, useFragment, useRelayEnvironment } from 'react-relay';
import type { EntryMenu_entry$key } from '../../../__generated__/EntryMenu_entry.graphql.ts';
import type { EntryMenuGlobalMutation } from '../../../__generated__/EntryMenuGlobalMutation.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { signInWithGoogle } from '../../../relay/sign-in-refusal.ts';
import { useAction } from '../../../relay/use-action.ts';
import { notify, showError } from '../../../ui/messages.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';

interface EntryMenuProps {
  entry: EntryMenu_entry$key;
  mayWrite: boolean;
  /** Administrators alone add entries to the global dictionary. */
  isAdmin: boolean;
  onDetails: () => void;
  onUsage: () => void;
  onDelete: () => void;
  onRefused: () => void;
}

/** What can be done with an entry. */
export function EntryMenu(props: EntryMenuProps) {
  const { mayWrite, isAdmin, onDetails, onUsage, onDelete, onRefused } = props;
  const entry = useFragment(
    graphql`
    fragment EntryMenu_entry on DictionaryEntry {
      id
      source
      inGlobal
    }
  `,
    props.entry,
  );
  const { entries: w } = useWords(dictionariesWords);
  const { makeGlobal, refuseGlobal, adding } = useGlobalEntry(entry);
  return (
    <Menu position="bottom-end" width={240} shadow="md" portalProps={{ target: '#content' }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={w.actionsFor({ word: entry.source })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onDetails}>
          {w.details}
        </Menu.Item>
        <Menu.Item leftSection={<IconZoomQuestion size={16} />} onClick={onUsage}>
          {w.findUsage}
        </Menu.Item>
        <Menu.Item
          disabled={entry.inGlobal || adding}
          leftSection={entry.inGlobal ? <IconCheck size={16} /> : <IconWorldPlus size={16} />}
          data-disabled={!isAdmin || undefined}
          aria-disabled={!isAdmin || undefined}
          onClick={isAdmin ? () => void makeGlobal() : mayWrite ? refuseGlobal : onRefused}
        >
          {entry.inGlobal ? w.inGlobal : w.addToGlobal}
        </Menu.Item>
        <Menu.Item className={styles.danger!} leftSection={<IconTrash size={16} />} onClick={onDelete}>
          {w.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Adds an entry to the global dictionary. */
function useGlobalEntry(entry: { readonly id: string; readonly source: string }) {
  const environment = useRelayEnvironment();
  const { entries: w } = useWords(dictionariesWords);
  const [addToGlobal, adding] = useAction<EntryMenuGlobalMutation>(graphql`
    mutation EntryMenuGlobalMutation($input: AddToGlobalDictionaryInput!) {
      result: addToGlobalDictionary(input: $input) {
        __typename
        ... on AddToGlobalDictionarySuccess {
          entry {
            id
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const refuseGlobal = () => showError({ message: w.globalForAdministrators });
  const makeGlobal = async () => {
    const outcome = await addToGlobal(
      { input: { entry: entry.id } },
      {
        expected: 'NotAllowedError',
        updater: (store) => {
          if (store.getRootField('addToGlobalDictionary')?.getType() === 'AddToGlobalDictionarySuccess')
            store.get(entry.id)?.setValue(true, 'inGlobal');
        },
      },
    );
    if (outcome.ok) notify(w.addedToGlobal({ word: entry.source }), 2000);
    else if (outcome.type === 'NotAllowedError' && !(await signInWithGoogle(environment))) refuseGlobal();
  };
  return { makeGlobal, refuseGlobal, adding };
}
