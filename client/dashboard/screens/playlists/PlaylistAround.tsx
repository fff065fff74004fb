import { playlistsWords } from '../../generated/words/playlists.ts';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { SoundField } from '../channels/fields/SoundField.tsx';
import { SpokenTextField } from '../channels/fields/SpokenTextField.tsx';
import type { ChannelProject } from '../channels/use-channel-project.ts';
import type { PlaylistFields } from './playlist-fields.ts';
import styles from './PlaylistForm.module.css';

/** Sound and text of an intro, outro or break. */
const around = [
  { part: 'intro', file: 'introAudio', text: 'introText', suits: 'introAudio' },
  { part: 'between', file: 'nextArticleAudio', text: 'nextArticleText', suits: 'nextNewsAudio' },
  { part: 'outro', file: 'outroAudio', text: 'outroText', suits: 'outroAudio' },
] as const;

interface PlaylistAroundProps {
  project: ChannelProject;
  value: PlaylistFields;
  errors: FieldErrors;
  onChange: (part: Partial<PlaylistFields>) => void;
}

/** What plays before the first article of a playlist, between articles, and after the last. */
export function PlaylistAround({ project, value, errors, onChange }: PlaylistAroundProps) {
  const w = useWords(playlistsWords);
  return (
    <Panel title={w.form.aroundTitle}>
      <div className={styles.around}>
        {around.map(({ part, file, text, suits }) => (
          <section key={part} className={styles.section} aria-label={w.around[part]}>
            <h3>{w.around[part]}</h3>
            <p className={styles.hint}>{w.aroundHints[part]}</p>
            <SoundField
              label={w.form.sound({ part: w.around[part] })}
              name={suits}
              sounds={project.sounds}
              value={value[file]}
              error={errors[file]}
              onChange={(sound) => onChange({ [file]: sound })}
            />
            <SpokenTextField
              label={w.form.text({ part: w.around[part] })}
              value={value[text]}
              maxLength={300}
              error={errors[text]}
              project={project}
              onChange={(words) => onChange({ [text]: words })}
            />
          </section>
        ))}
      </div>
    </Panel>
  );
}
