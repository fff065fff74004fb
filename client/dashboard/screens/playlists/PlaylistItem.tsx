import { ActionIcon } from '@mantine/core';
import { IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import type { HTMLAttributes } from 'react';
import { formWords } from '../../generated/words/form.ts';
import { playlistsWords } from '../../generated/words/playlists.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { formatTime } from '../../ui/player/player-store.ts';
import { PlayButton } from '../../ui/player/PlayButton.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { cutTitle, titleOf, type ItemFields } from './playlist-fields.ts';
import styles from './PlaylistItems.module.css';

interface PlaylistItemProps {
  item: ItemFields;
  /** From 0. */
  index: number;
  error: string;
  /** What the handle does by which it is dragged, and the id of its explanation. */
  handle: HTMLAttributes<HTMLElement>;
  help: string;
  /** How far it is dragged, in pixels; null: it is not. */
  shift: number | null;
  onEdit: () => void;
  onRemove: () => void;
}

/** Article or uploaded audio in a playlist. */
export function PlaylistItem({
  item,
  index,
  error,
  handle,
  help,
  shift,
  onEdit,
  onRemove,
}: PlaylistItemProps) {
  const f = useWords(formWords);
  const { items: w } = useWords(playlistsWords);
  const name = titleOf(item);
  const reasons: Readonly<Record<string, string>> = item.article === null ? w.leftOut.own : w.leftOut.article;
  const leftOut = reasons[item.status];
  return (
    <li
      className={styles.item}
      data-testid="playlist-item"
      data-dragged={shift !== null || undefined}
      data-silent={leftOut !== undefined || undefined}
      style={shift === null ? undefined : { transform: `translateY(${shift}px)` }}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={f.move.handle({ name })}
        aria-describedby={help}
        {...handle}
      >
        <IconGripVertical size={18} />
      </button>
      <span className={styles.number}>{index + 1}</span>
      <PlayButton
        track={
          item.file === null
            ? null
            : { id: `playlist:${item.key}`, url: item.file, title: name, durationMs: item.durationMs ?? 0 }
        }
        title={name}
      />
      <ItemTitle item={item} leftOut={leftOut} error={error} />
      <span className={styles.actions}>
        <ActionIcon variant="subtle" color="gray" aria-label={w.edit({ name })} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={f.remove({ name })} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      </span>
    </li>
  );
}

interface ItemTitleProps {
  item: ItemFields;
  /** Why it is not played; undefined: it is. */
  leftOut: string | undefined;
  error: string;
}

function ItemTitle({ item, leftOut, error }: ItemTitleProps) {
  const { items: w } = useWords(playlistsWords);
  const name = titleOf(item);
  const own = item.customFile !== null;
  return (
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
      <FieldError>{error}</FieldError>
    </span>
  );
}
