import { ActionIcon, Button } from '@mantine/core';
import { IconGripVertical, IconMicrophone2, IconPencil, IconPlaylistAdd, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { formatTime } from '../../ui/player/player-store.ts';
import { PlayButton } from '../../ui/player/PlayButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { ChannelProject } from '../channels/use-channel-project.ts';
import { FindArticles } from './FindArticles.tsx';
import { ItemDialog } from './ItemDialog.tsx';
import { cutTitle, moved, titleOf, type ItemFields, type PlaylistFields } from './playlist-fields.ts';
import styles from './PlaylistItems.module.css';
import { useReorder } from './use-reorder.ts';

interface PlaylistItemsProps {
  project: ChannelProject;
  value: PlaylistFields;
  errors: FieldErrors;
  onChange: (part: Partial<PlaylistFields>) => void;
}

/** A playlist holds so many. */
const itemsMax = 500;
const statusWords: Readonly<Record<string, string>> = { in_progress: 'is being voiced', failed: 'has no audio', deleted: 'was deleted' };

/** The articles of a playlist, in their order. */
export function PlaylistItems({ project, value, errors, onChange }: PlaylistItemsProps) {
  const { items } = value;
  const [finding, setFinding] = useState(false);
  const [editing, setEditing] = useState<ItemFields | null>(null);
  const help = useId();
  const { list, dragged, announcement, handle } = useReorder({
    count: items.length,
    nameOf: (index) => titleOf(items[index]!),
    onMove: (from, to) => onChange({ items: moved(items, from, to) }),
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
      title="Articles"
      aside={
        <span className={styles.count}>
          {items.length} {items.length === 1 ? 'item' : 'items'}
        </span>
      }
    >
      <p id={help} className="visually-hidden">
        Drag it, or use the arrow keys, Home and End to move it.
      </p>
      <p className="visually-hidden" role="status" aria-live="assertive">
        {announcement}
      </p>
      {items.length === 0 && <p className={styles.none}>Nothing in it yet. Find articles, or record words of your own.</p>}
      <ol ref={list} className={styles.list} aria-label="Articles of the playlist">
        {items.map((item, index) => {
          const name = titleOf(item);
          const own = item.customFile !== null;
          return (
            <li
              key={item.key}
              className={styles.item}
              data-testid="playlist-item"
              data-dragged={dragged?.index === index || undefined}
              data-silent={item.status in statusWords || undefined}
              style={dragged?.index === index ? { transform: `translateY(${dragged.shift}px)` } : undefined}
            >
              <button type="button" className={styles.handle} aria-label={`Move ${name}`} aria-describedby={help} {...handle(index)}>
                <IconGripVertical size={18} />
              </button>
              <span className={styles.number}>{index + 1}</span>
              <PlayButton
                track={
                  item.file === null ? null : { id: `playlist:${item.key}`, url: item.file, title: name, durationMs: item.durationMs ?? 0 }
                }
                title={name}
              />
              <span className={styles.title}>
                <span title={name}>{cutTitle(name)}</span>
                <span className={styles.detail}>
                  {item.durationMs !== null && formatTime(item.durationMs / 1000)}
                  {own && ' · own audio'}
                  {item.customTitle !== '' && item.article !== null && ' · own title'}
                  {item.status in statusWords && (
                    <strong className={styles.warn}>
                      {item.durationMs !== null && ' · '}
                      {item.article === null ? 'It' : 'The article'} {statusWords[item.status]}: left out
                    </strong>
                  )}
                </span>
                <FieldError>{errorOf(index)}</FieldError>
              </span>
              <span className={styles.actions}>
                <ActionIcon variant="subtle" color="gray" aria-label={`Title and text of ${name}`} onClick={() => setEditing(item)}>
                  <IconPencil size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${name}`}
                  onClick={() => onChange({ items: items.filter(({ key }) => key !== item.key) })}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </span>
            </li>
          );
        })}
      </ol>
      <FieldError>{errors['items']}</FieldError>
      <div className={styles.add}>
        <Button
          variant="default"
          leftSection={<IconPlaylistAdd size={16} />}
          disabled={items.length >= itemsMax}
          onClick={() => setFinding(true)}
        >
          Find articles
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconMicrophone2 size={16} />}
          disabled={items.length >= itemsMax}
          onClick={() => setEditing(ownItem())}
        >
          Add words of your own
        </Button>
      </div>
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

const ownItem = (): ItemFields => ({
  key: crypto.randomUUID(),
  article: null,
  title: '',
  status: 'ready',
  file: null,
  durationMs: null,
  customTitle: '',
  customText: '',
  customFile: null,
});
