import { Button, Select } from '@mantine/core';
import { IconEar } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { WordEntryQuery } from '../../../__generated__/WordEntryQuery.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { failureMessage } from '../../../relay/failures.ts';
import { useCommands } from '../../../ui/commands.ts';
import { showError } from '../../../ui/messages.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { EntryDialog } from './EntryDialog.tsx';
import type { Owner } from '../dictionary-owner.ts';
import { EntryEffectDialog } from '../revoicing/EntryEffectDialog.tsx';
import { UsageDialog } from '../revoicing/UsageDialog.tsx';
import { useAddEntries } from './use-add-entries.ts';
import { plainEntry, type EntryFields } from './use-save-entry.ts';

interface WordEntryProps {
  /** Global id of the project. */
  project: string;
  /** In which a word may be marked: an element, or a frame that is loaded. */
  within: RefObject<HTMLElement | null>;
  /** What begins it; absent: a button. @param isBusy whether the dictionaries are loading */
  children?: (begin: () => void, isBusy: boolean) => ReactNode;
}

type Found = NonNullable<WordEntryQuery['response']['project']> & {
  readonly dictionaries: WordEntryQuery['response']['dictionaries'];
  readonly isAdmin: boolean;
};

/** Makes an entry of a word that is marked in a text, in one of the project's dictionaries. */
export default function WordEntry({ project, within, children }: WordEntryProps) {
  const { marked: w } = useWords(dictionariesWords);
  const markedWord = useMarkedWord(within);
  const { begin, busy, dialog, effect } = useWordEntry(project);
  const open = () => begin(markedWord());
  useCommands([{ id: 'entry.marked', label: w.open, icon: IconEar, keys: 'Mod+E', run: () => void open() }]);
  return (
    <>
      {children ? (
        children(() => void open(), busy)
      ) : (
        <Button
          variant="default"
          leftSection={<IconEar size={16} />}
          loading={busy}
          title={w.hint}
          // What is marked stays marked.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void open()}
        >
          {w.open}
        </Button>
      )}
      {dialog}
      {effect}
    </>
  );
}

/**
 * Adds an entry for a word to one of a project's dictionaries, with a preview before it is saved.
 * @param project global id
 * @returns a function that starts with a word, whether the dictionaries are loading, the dialog, and, once
 * the entry is saved, the dialog with the articles that it affects
 */
export function useWordEntry(project: string) {
  const w = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const [asked, setAsked] = useState<{ word: string; found: Found } | null>(null);
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState<{ entry: string; isAdmin: boolean } | null>(null);
  const [isShown, setShown] = useState(false);
  const trigger = useRef<HTMLElement>(null);
  const begin = async (word: string) => {
    trigger.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setBusy(true);
    try {
      const answer = await fetchQuery<WordEntryQuery>(
        environment,
        wordEntryQuery,
        { project },
        { fetchPolicy: 'network-only' },
      ).toPromise();
      if (!answer?.project?.canConfigure || answer.dictionaries.length === 0)
        return showError({ message: w.noRights });
      const isAdmin = answer.viewer?.user?.role === 'ADMIN';
      setAsked({ word, found: { ...answer.project, dictionaries: answer.dictionaries, isAdmin } });
    } catch (error) {
      showError(failureMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const dialog =
    asked &&
    // If the text is inside a form, another form can't be nested in it.
    createPortal(
      <NewEntryDialog
        project={project}
        word={asked.word}
        found={asked.found}
        onAdded={(entry) => {
          setShown(false);
          setAdded({ entry, isAdmin: asked.found.isAdmin });
        }}
        onClose={() => setAsked(null)}
      />,
      document.body,
    );
  const owner: Owner = { level: 'PROJECT', project };
  const about = added && {
    entries: [added.entry],
    owner,
    isAdmin: added.isAdmin,
    trigger,
    onClose: () => setAdded(null),
  };
  const effect =
    about &&
    createPortal(
      isShown ? <UsageDialog {...about} /> : <EntryEffectDialog {...about} onShow={() => setShown(true)} />,
      document.body,
    );
  return { begin, busy, dialog, effect };
}

interface NewEntryDialogProps {
  /** Global id. */
  project: string;
  word: string;
  found: Found;
  /** @param entry global id */
  onAdded: (entry: string) => void;
  onClose: () => void;
}

function NewEntryDialog({ project, word, found, onAdded, onClose }: NewEntryDialogProps) {
  const w = useWords(dictionariesWords);
  const [chosen, setChosen] = useState(found.dictionaries[0]!.id);
  const [add, busy] = useAddEntries();
  const { language, provider, voice } = found.dictionaries.find(({ id }) => id === chosen)!;
  const save = async (entry: EntryFields) => {
    const outcome = await add({ input: { dictionary: chosen, entries: [entry] } });
    if (outcome.ok) {
      const [made] = outcome.result.entries ?? [];
      if (made) onAdded(made.id);
      return null;
    }
    return Object.fromEntries(
      Object.entries(outcome.fieldErrors).map(([path, message]) => [path.replace('entries.0.', ''), message]),
    );
  };
  return (
    <EntryDialog
      title={w.marked.title}
      id="new"
      entry={plainEntry(word, '')}
      dictionary={chosen}
      owner={{ level: 'PROJECT', project }}
      scope={{
        language: language ?? found.voice.language,
        provider: provider ?? null,
        voice: voice ?? null,
        own: found.voice,
      }}
      busy={busy}
      onSave={save}
      onClose={onClose}
    >
      {found.dictionaries.length > 1 && (
        <Select
          label={w.marked.dictionary}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={found.dictionaries.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={(id) => id && setChosen(id)}
        />
      )}
    </EntryDialog>
  );
}

const maxCharacters = 500;

/** Answers the words that were marked last within an element, or on the page of a frame, in one line. */
function useMarkedWord(within: RefObject<HTMLElement | null>): () => string {
  const marked = useRef('');
  useEffect(() => {
    const { page } = placeOf(within.current);
    const follow = () => {
      marked.current = markedWithin(within.current, marked.current);
    };
    page.addEventListener('selectionchange', follow);
    // It may have been marked before this was loaded.
    follow();
    return () => page.removeEventListener('selectionchange', follow);
  }, [within]);
  // Not every browser tells at once what is marked in a field.
  return () => markedWithin(within.current, marked.current);
}

/** Returns the page that contains a position, or that it shows in a frame. */
function placeOf(place: HTMLElement | null): { page: Document; isFrame: boolean } {
  const shown = place instanceof HTMLIFrameElement ? place.contentDocument : null;
  return { page: shown ?? document, isFrame: shown !== null };
}

/** What is marked in a place now. @param before what was: it stays so when something else is pressed */
function markedWithin(place: HTMLElement | null, before: string): string {
  const { page, isFrame } = placeOf(place);
  const { activeElement: field } = page;
  if (field instanceof HTMLTextAreaElement && place?.contains(field))
    return tidy(field.value.slice(field.selectionStart, field.selectionEnd));
  const selection = page.getSelection();
  if (!selection || (!isFrame && !place?.contains(selection.anchorNode))) return before;
  return tidy(isFrame ? markedInPlayer(page, selection) : selection.toString()) || before;
}

/**
 * Returns the text selected in a player. A page's selection doesn't include it because the player has a
 * shadow tree.
 */
function markedInPlayer(page: Document, selection: Selection): string {
  for (const container of page.querySelectorAll('.parlance-player')) {
    const shadowRoot = container.shadowRoot?.querySelector('parlance-audio')?.shadowRoot;
    if (!shadowRoot) continue;
    // Older browsers know one of the two, or show the page what is in the tree.
    const [part] = selection.getComposedRanges?.({ shadowRoots: [shadowRoot] }) ?? [];
    const own = (shadowRoot as { getSelection?: () => Selection | null }).getSelection?.();
    const marked = part ? textBetween(page, part) : String(own ?? '');
    if (marked.trim()) return marked;
  }
  return selection.toString();
}

function textBetween(page: Document, part: StaticRange): string {
  const range = page.createRange();
  range.setStart(part.startContainer, part.startOffset);
  range.setEnd(part.endContainer, part.endOffset);
  return range.toString();
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, maxCharacters);

const wordEntryQuery = graphql`
  query WordEntryQuery($project: ID!) {
    project(id: $project) {
      canConfigure
      voice {
        name
        language
      }
    }
    dictionaries(level: PROJECT, project: $project) {
      id
      name
      language
      provider
      voice
    }
    viewer {
      user {
        role
      }
    }
  }
`;
