import { IconCircle, IconCircleCheckFilled, IconExternalLink } from '@tabler/icons-react';
import { channelsWords } from '../../../generated/words/channels.ts';
import { showSetting } from '../../../ui/forms/field-errors.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { hidden } from '../../../ui/rich-text.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from './DirectoryChecklist.module.css';
import { DeclaredField, DeclaredFields } from '../fields/DeclaredField.tsx';
import { labelOf } from '../fields/setting-words.ts';

/** What directories ask for, in the order of the form. */
const wanted = ['artwork', 'description', 'category', 'ownerEmail'] as const;

/** Directories, with the page on which a feed is submitted. */
const directories = [
  { setting: 'appleUrl', submit: 'https://podcastsconnect.apple.com/' },
  { setting: 'spotifyUrl', submit: 'https://creators.spotify.com/' },
  { setting: 'youtubeUrl', submit: 'https://studio.youtube.com/' },
  { setting: 'amazonUrl', submit: 'https://podcasters.amazon.com/' },
] as const;

/** Settings of this panel. */
export const directorySettings = [
  'ownerName',
  'ownerEmail',
  ...directories.map(({ setting }) => setting),
  'verification',
  'hub',
];

/** What is left to do until podcast apps list the podcast: what they ask for, and where to submit it. */
export function DirectoryChecklist({ form }: { form: ChannelFormState }) {
  const { podcast: w } = useWords(channelsWords);
  const isFilled = (name: string) => typeof form.value[name] === 'string' && form.value[name] !== '';
  const listed = directories.filter(({ setting }) => isFilled(setting)).length;
  return (
    <Panel
      title={w.directories}
      aside={<span className={styles.count}>{w.listed({ listed, count: directories.length })}</span>}
    >
      <p className={styles.lead}>{w.directoriesText}</p>
      <ul className={styles.wanted} aria-label={w.wanted}>
        {wanted.map((name) => (
          <li key={name} data-done={isFilled(name) || undefined}>
            <State isDone={isFilled(name)} />
            {isFilled(name) ? (
              labelOf(name)
            ) : (
              <button
                type="button"
                className={styles.way}
                onClick={({ currentTarget }) => showSetting(currentTarget.form!, name)}
              >
                {w.addMissing({ label: labelOf(name) })}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.fields}>
        <DeclaredFields form={form} names={['ownerName', 'ownerEmail']} />
        <ul className={styles.directories} aria-label={w.directories}>
          {directories.map(({ setting, submit }) => (
            <li key={setting}>
              <State isDone={isFilled(setting)} />
              <DeclaredField form={form} name={setting} />
              <a href={submit} target="_blank" rel="noreferrer">
                {w.submit({ directory: labelOf(setting), hidden })}
                <IconExternalLink size={14} aria-hidden="true" />
              </a>
            </li>
          ))}
        </ul>
        <DeclaredFields form={form} names={['verification', 'hub']} />
      </div>
    </Panel>
  );
}

function State({ isDone }: { isDone: boolean }) {
  const { podcast: w } = useWords(channelsWords);
  const Icon = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <span className={styles.state} data-done={isDone || undefined}>
      <Icon size={18} aria-hidden="true" />
      <span className="visually-hidden">{isDone ? w.done : w.open}:</span>
    </span>
  );
}
