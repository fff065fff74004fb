import { ActionIcon, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { FieldError } from '../../../ui/forms/FieldError.tsx';
import type { FieldErrors } from '../../../ui/forms/field-errors.ts';
import { channelsWords } from '../../../generated/words/channels.ts';
import { formWords } from '../../../generated/words/form.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './PlaylistTimes.module.css';
import { LocalTimeField } from '../fields/LocalTimeField.tsx';
import type { PublishedPlaylist } from '../fields/playlist-choice.ts';

/** A playlist of the project. */
export interface OfferedPlaylist {
  /** Global id. */
  id: string;
  name: string;
  type: string;
}

interface PlaylistTimesProps {
  offered: readonly OfferedPlaylist[];
  value: readonly PublishedPlaylist[];
  /** Whose clocks the times are by. */
  zone: string;
  errors: FieldErrors;
  onChange: (value: PublishedPlaylist[]) => void;
}

/** The playlists of a player, in order, each with the time from which and until which listeners find it. */
export function PlaylistTimes({ offered, value, zone, errors, onChange }: PlaylistTimesProps) {
  const { playlists: w } = useWords(channelsWords);
  const left = offered.filter(({ id }) => !value.some((chosen) => chosen.playlist === id));
  const put = (index: number, part: Partial<PublishedPlaylist>) =>
    onChange(value.map((chosen, at) => (at === index ? { ...chosen, ...part } : chosen)));
  const swap = (index: number, other: number) =>
    onChange(
      value.map((chosen, at) => (at === index ? value[other]! : at === other ? value[index]! : chosen)),
    );
  return (
    <div className={styles.choice} data-setting="playlists">
      {value.length > 0 && (
        <ol className={styles.list}>
          {value.map((chosen, index) => {
            const playlist = offered.find(({ id }) => id === chosen.playlist);
            const name = playlist?.name ?? w.gone;
            const path = `playlists.${index}`;
            return (
              <li key={chosen.playlist} className={styles.playlist}>
                <div className={styles.head}>
                  <strong>{name}</strong>
                  {playlist && (
                    <span className={styles.type}>{playlist.type === 'AUTO' ? w.automatic : w.manual}</span>
                  )}
                  <RowTools
                    name={name}
                    isFirst={index === 0}
                    isLast={index === value.length - 1}
                    onMove={(step) => swap(index, index + step)}
                    onRemove={() => onChange(value.filter((_, at) => at !== index))}
                  />
                </div>
                <FieldError>{errors[`${path}.playlist`]}</FieldError>
                <TimeFields
                  of={name}
                  value={chosen}
                  zone={zone}
                  errors={errors}
                  path={path}
                  onChange={(part) => put(index, part)}
                />
              </li>
            );
          })}
        </ol>
      )}
      <Select
        label={w.add}
        className={styles.add!}
        placeholder={offered.length === 0 ? w.none : left.length === 0 ? w.all : w.choose}
        disabled={left.length === 0}
        data={left.map(({ id, name }) => ({ value: id, label: name }))}
        value={null}
        onChange={(id) =>
          id !== null && onChange([...value, { playlist: id, goesLiveAt: null, publishedUntil: null }])
        }
      />
      <FieldError>{errors['playlists']}</FieldError>
    </div>
  );
}

interface RowToolsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

/** Buttons that move a playlist up and down, and remove it. */
function RowTools({ name, isFirst, isLast, onMove, onRemove }: RowToolsProps) {
  const w = useWords(formWords);
  return (
    <span className={styles.tools}>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={isFirst}
        aria-label={w.move.up({ name })}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={isLast}
        aria-label={w.move.down({ name })}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={w.remove({ name })} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </span>
  );
}

interface TimeFieldsProps {
  /** Name of the playlist. */
  of: string;
  value: PublishedPlaylist;
  zone: string;
  errors: FieldErrors;
  /** Its path in the errors. */
  path: string;
  onChange: (part: Partial<PublishedPlaylist>) => void;
}

/** From when and until when listeners find a playlist. */
function TimeFields({ of, value, zone, errors, path, onChange }: TimeFieldsProps) {
  const { playlists: w, problems } = useWords(channelsWords);
  return (
    <div className={styles.times}>
      <LocalTimeField
        label={w.goesLive}
        within={w.goesLiveWithin}
        of={of}
        value={value.goesLiveAt}
        zone={zone}
        error={errors[`${path}.goesLiveAt`]}
        onChange={(goesLiveAt) => onChange({ goesLiveAt })}
      />
      <LocalTimeField
        label={w.until}
        within={w.untilWithin}
        of={of}
        value={value.publishedUntil}
        zone={zone}
        error={errors[`${path}.publishedUntil`] ?? (isReversed(value) ? problems.reversed : undefined)}
        onChange={(publishedUntil) => onChange({ publishedUntil })}
      />
    </div>
  );
}

const isReversed = ({ goesLiveAt, publishedUntil }: PublishedPlaylist): boolean =>
  goesLiveAt !== null && publishedUntil !== null && publishedUntil <= goesLiveAt;
