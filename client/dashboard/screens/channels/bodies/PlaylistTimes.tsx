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
  const f = useWords(formWords);
  const { playlists: w, problems } = useWords(channelsWords);
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
                  <span className={styles.tools}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      disabled={index === 0}
                      aria-label={f.move.up({ name })}
                      onClick={() => swap(index, index - 1)}
                    >
                      <IconArrowUp size={16} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      disabled={index === value.length - 1}
                      aria-label={f.move.down({ name })}
                      onClick={() => swap(index, index + 1)}
                    >
                      <IconArrowDown size={16} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={f.remove({ name })}
                      onClick={() => onChange(value.filter((_, at) => at !== index))}
                    >
                      <IconTrash size={16} />
                    </ActionIcon>
                  </span>
                </div>
                <FieldError>{errors[`${path}.playlist`]}</FieldError>
                <div className={styles.times}>
                  <LocalTimeField
                    label={w.goesLive}
                    within={w.goesLiveWithin}
                    of={name}
                    value={chosen.goesLiveAt}
                    zone={zone}
                    error={errors[`${path}.goesLiveAt`]}
                    onChange={(goesLiveAt) => put(index, { goesLiveAt })}
                  />
                  <LocalTimeField
                    label={w.until}
                    within={w.untilWithin}
                    of={name}
                    value={chosen.publishedUntil}
                    zone={zone}
                    error={
                      errors[`${path}.publishedUntil`] ?? (isReversed(chosen) ? problems.reversed : undefined)
                    }
                    onChange={(publishedUntil) => put(index, { publishedUntil })}
                  />
                </div>
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

const isReversed = ({ goesLiveAt, publishedUntil }: PublishedPlaylist): boolean =>
  goesLiveAt !== null && publishedUntil !== null && publishedUntil <= goesLiveAt;
