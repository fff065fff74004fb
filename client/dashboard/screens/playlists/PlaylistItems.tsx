import { ActionIcon, Button } from '@mantine/core';
import {
  IconGripVertical,
  IconMicrophone2,
  IconPencil,
  IconPlaylistAdd,
  IconTrash,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { FieldErrors } from '../../ui/field-errors.ts';
import { FieldError } from '../../ui/FieldError.tsx';
import { formatTime } from '../../ui/player/player-store.ts';
import { PlayButton } from '../../ui/player/PlayButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { ChannelProject } from '../channels/use-channel-project.ts';
import { useReorder } from '../../ui/use-reorder.ts';
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { FindArticles } from './FindArticles.tsx';
import { ItemDialog } from './ItemDialog.tsx';
import { cutTitle, moved, titleOf, type ItemFields, type PlaylistFields } from './playlist-fields.ts';
import styles from './PlaylistItems.module.css';

interface PlaylistItemsProps {
  project: ChannelProject;
  value: PlaylistFields;
  errors: FieldErrors;
  onChange: (part: Partial<PlaylistFields>) => void;
}

/** A playlist holds so many. */
const itemsMax = 500;

/** The articles of a playlist, in their order. */
export function PlaylistItems({ project, value, errors, onChange }: PlaylistItemsProps) {
  const f = useWords(formWords);
  const { items: w, fields } = useWords(playlistsWords);
  const whyLeftOut = ({ article, status }: ItemFields): string | undefined => {
    const reasons: Readonly<Record<string, string>> = article === null ? w.leftOut.own : w.leftOut.article;
    return reasons[status];
  };
  const { items } = value;
  const [finding, setFinding] = useState(false);
  const [editing, setEditing] = useState<ItemFields | null>(null);
  const help = useId();
  const { list, dragged, announcement, handle } = useReorder<HTMLOListElement>({
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
        {items.map((item, index) => {
          const name = titleOf(item);
          const own = item.customFile !== null;
          const leftOut = whyLeftOut(item);
          return (
            <li
              key={item.key}
              className={styles.item}
              data-testid="playlist-item"
              data-dragged={dragged?.index === index || undefined}
              data-silent={leftOut !== undefined || undefined}
              style={dragged?.index === index ? { transform: `translateY(${dragged.shift}px)` } : undefined}
            >
              <button
                type="button"
                className={styles.handle}
                aria-label={f.move.handle({ name })}
                aria-describedby={help}
                {...handle(index)}
              >
                <IconGripVertical size={18} />
              </button>
              <span className={styles.number}>{index + 1}</span>
              <PlayButton
                track={
                  item.file === null
                    ? null
                    : {
                        id: `playlist:${item.key}`,
                        url: item.file,
                        title: name,
                        durationMs: item.durationMs ?? 0,
                      }
                }
                title={name}
              />
              <span className={styles.title}>
                <span title={name}>{cutTitle(name)}</span>
                <span className={styles.detail}>
                  {item.durationMs !== null && formatTime(item.durationMs / 1000)}
                  {own && ` · ${w.ownAudio}`}
                  {item.customTitle !== '' && item.article !== null && ` · ${w.ownTitle}`}
                  {leftOut !== undefined && (
                    <strong className={styles.warn}>
                      {item.durationMs !== null && ' · '}
                      {w.isLeftOut({ why: leftOut })}
                    </strong>
                  )}
                </span>
                <FieldError>{errorOf(index)}</FieldError>
              </span>
              <span className={styles.actions}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={w.edit({ name })}
                  onClick={() => setEditing(item)}
                >
                  <IconPencil size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={f.remove({ name })}
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
          {w.find}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconMicrophone2 size={16} />}
          disabled={items.length >= itemsMax}
          onClick={() => setEditing(ownItem())}
        >
          {w.addOwn}
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
  status: 'READY',
  file: null,
  durationMs: null,
  customTitle: '',
  customText: '',
  customFile: null,
});
