import { Button } from '@mantine/core';
import { IconMicrophone2, IconPlaylistAdd } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { ChannelProject } from '../channels/use-channel-project.ts';
import { useReorder } from '../../ui/lists/use-reorder.ts';
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { FindArticles } from './FindArticles.tsx';
import { ItemDialog } from './ItemDialog.tsx';
import { PlaylistItem } from './PlaylistItem.tsx';
import { moveItem, titleOf, type ItemFields, type PlaylistFields } from './playlist-fields.ts';
import styles from './PlaylistItems.module.css';

interface PlaylistItemsProps {
  project: ChannelProject;
  value: PlaylistFields;
  errors: FieldErrors;
  onChange: (part: Partial<PlaylistFields>) => void;
}

/** Maximum number of items in a playlist. */
const itemsMax = 500;

/** The articles of a playlist, in their order. */
export function PlaylistItems({ project, value, errors, onChange }: PlaylistItemsProps) {
  const f = useWords(formWords);
  const { items: w, fields } = useWords(playlistsWords);
  const { items } = value;
  const [finding, setFinding] = useState(false);
  const [editing, setEditing] = useState<ItemFields | null>(null);
  const help = useId();
  const { list, dragged, announcement, handle } = useReorder<HTMLOListElement>({
    count: items.length,
    nameOf: (index) => titleOf(items[index]!),
    onMove: (from, to) => onChange({ items: moveItem(items, from, to) }),
  });
  const errorOf = (index: number): string =>
    Object.entries(errors)
      .filter(([field]) => field.startsWith(`items.${index}.`))
      .map(([, message]) => message)
      .join(' ');
  const put = (item: ItemFields) => {
    const known = items.some(({ key }) => key === item.key);
    onChange({ items: known ? items.map((one) => (one.key === item.key ? item : one)) : [...items, item] });
  };
  return (
    <Panel
      title={fields.items}
      aside={<span className={styles.count}>{w.count({ count: items.length })}</span>}
    >
      <p id={help} className="visually-hidden">
        {f.move.help}
      </p>
      <p className="visually-hidden" role="status" aria-live="assertive">
        {announcement}
      </p>
      {items.length === 0 && <p className={styles.none}>{w.none}</p>}
      <ol ref={list} className={styles.list} aria-label={w.list}>
        {items.map((item, index) => (
          <PlaylistItem
            key={item.key}
            item={item}
            index={index}
            error={errorOf(index)}
            handle={handle(index)}
            help={help}
            shift={dragged?.index === index ? dragged.shift : null}
            onEdit={() => setEditing(item)}
            onRemove={() => onChange({ items: items.filter(({ key }) => key !== item.key) })}
          />
        ))}
      </ol>
      <FieldError>{errors['items']}</FieldError>
      <AddButtons
        disabled={items.length >= itemsMax}
        onFind={() => setFinding(true)}
        onAddOwn={() => setEditing(ownItem())}
      />
      {finding && (
        <FindArticles
          project={project.id}
          chosen={items}
          queryText={value.queryText}
          queryDate={value.queryDate}
          onAdd={(item) => onChange({ items: [...items, item] })}
          onSearched={onChange}
          onClose={() => setFinding(false)}
        />
      )}
      {editing && (
        <ItemDialog
          project={project.id}
          item={editing}
          onClose={() => setEditing(null)}
          onSave={(item) => {
            put(item);
            setEditing(null);
          }}
        />
      )}
    </Panel>
  );
}

interface AddButtonsProps {
  disabled: boolean;
  onFind: () => void;
  onAddOwn: () => void;
}

function AddButtons({ disabled, onFind, onAddOwn }: AddButtonsProps) {
  const { items: w } = useWords(playlistsWords);
  return (
    <div className={styles.add}>
      <Button
        variant="default"
        leftSection={<IconPlaylistAdd size={16} />}
        disabled={disabled}
        onClick={onFind}
      >
        {w.find}
      </Button>
      <Button
        variant="subtle"
        leftSection={<IconMicrophone2 size={16} />}
        disabled={disabled}
        onClick={onAddOwn}
      >
        {w.addOwn}
      </Button>
    </div>
  );
}

const ownItem = (): ItemFields => ({
  key: crypto.randomUUID(),
  article: null,
  title: '',
  status: 'READY',
  file: null,
  durationMs: null,
  customTitle: '',
  customText: '',
  customFile: null,
});
