import { Link } from 'react-router-dom';
import { channelsWords } from '../../generated/words/channels.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { embedCode } from './bodies/embed-code.ts';
import styles from './ChannelForm.module.css';
import { PageCheck } from './check/PageCheck.tsx';
import { CopyField } from './fields/CopyField.tsx';
import type { NewPlayerChannel } from './new-player-state.ts';

interface NewPlayerProps {
  /** Database id of the project. */
  project: number;
  player: NewPlayerChannel;
}

/** The code of the player that a project was made with, and whether it is on the site yet. */
export default function NewPlayer({
  project,
  player: { id, databaseId, slug, loader, page },
}: NewPlayerProps) {
  const { newPlayer: w, embed } = useWords(channelsWords);
  return (
    <>
      <Panel title={w.title}>
        <div className={styles.section}>
          <p className={styles.hint}>{w.hint}</p>
          <CopyField
            label={embed.code}
            copyLabel={embed.copy}
            code
            focused
            value={embedCode({ loader, slug, article: null })}
          />
          <Link to={`/projects/${project}/channel/${databaseId}`}>{w.more}</Link>
        </div>
      </Panel>
      <PageCheck channel={id} project={project} {...(page !== null && { page })} />
    </>
  );
}
