import { graphql, useFragment } from 'react-relay';
import type { InstalledVoices_installed$key } from '../../__generated__/InstalledVoices_installed.graphql.ts';
import { Panel } from '../../ui/Panel.tsx';
import { providersWords } from '../../generated/words/providers.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProvidersScreen.module.css';

/** Voice models in the server's folder, and what is wrong with what else lies there. */
export function InstalledVoices({ installed }: { installed: InstalledVoices_installed$key }) {
  const w = useWords(providersWords).installed;
  const { folder, voices, problems } = useFragment(
    graphql`
      fragment InstalledVoices_installed on InstalledVoices {
        folder
        voices {
          name
          label
          languages
          speakers
          size
          license
          nonCommercial
        }
        problems {
          name
          problem
        }
      }
    `,
    installed,
  );
  return (
    <Panel title={w.title}>
      <p>{voices.length === 0 ? w.empty({ folder }) : w.add({ folder })}</p>
      <ul className={styles.list}>
        {voices.map((voice) => (
          <li key={voice.name}>
            <span className={styles.what}>
              <strong>{voice.label}</strong>
              <span>{[voice.languages.join(', '), voice.license ?? w.noLicense].join(' · ')}</span>
              {voice.nonCommercial && <span>{w.nonCommercial}</span>}
            </span>
            <span className={styles.voices}>
              {w.speakers({ count: voice.speakers })}
              <span>{w.size({ megabytes: Math.max(1, Math.round(voice.size / 1e6)) })}</span>
            </span>
          </li>
        ))}
        {problems.map(({ name, problem }) => (
          <li key={name}>
            <span className={styles.state} data-tone="bad">
              {w.unusable}
            </span>
            <span className={styles.what}>
              <strong>{name}</strong>
              <span>{problem}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
