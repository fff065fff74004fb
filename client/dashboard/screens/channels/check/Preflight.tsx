import { graphql } from 'react-relay';
import type { PreflightQuery } from '../../../__generated__/PreflightQuery.graphql.ts';
import { Part } from '../../../relay/Part.tsx';
import { showSetting } from '../../../ui/forms/field-errors.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { Bar } from '../../../ui/lists/Skeletons.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState, SavedChannel } from '../channel-form-state.ts';
import { formatServerMessage } from '../../../words/server-words.ts';
import styles from './Preflight.module.css';
import { labelOf } from '../fields/setting-words.ts';
import { useFreshQuery } from '../../../relay/use-fresh-query.ts';

/**
 * What directories and validators would refuse of a podcast as it is saved, each with the way to its field.
 */
export function Preflight({ form: { channel, kind } }: { form: ChannelFormState }) {
  const { preflight: w } = useWords(channelsWords);
  return (
    <Panel title={w.title}>
      {channel ? (
        <Part of={`${channel.id} ${channel.revision}`} what={w.what} waiting={<Bar height={60} />}>
          {(attempt) => (
            <Findings channel={channel} settings={Object.keys(kind.settings)} attempt={attempt} />
          )}
        </Part>
      ) : (
        <p className={styles.hint}>{w.later}</p>
      )}
    </Panel>
  );
}

function Findings({
  channel: { id, revision },
  settings,
  attempt,
}: {
  channel: SavedChannel;
  settings: string[];
  attempt: number;
}) {
  const { preflight: w } = useWords(channelsWords);
  const reviewers: Readonly<Record<string, string>> = {
    apple: 'Apple Podcasts',
    spotify: 'Spotify',
    psp1: w.validators,
  };
  const { channel } = useFreshQuery<PreflightQuery>(
    graphql`
    query PreflightQuery($id: ID!) @throwOnFieldError {
      channel(id: $id) {
        preflight {
          field
          message
          code
          parameters
          refusedBy
        }
      }
    }
  `,
    { id },
    `${revision}.${attempt}`,
  );
  const findings = channel?.preflight ?? [];
  if (findings.length === 0) return <p>{w.nothing}</p>;
  return (
    <ul className={styles.findings}>
      {findings.map(({ field, refusedBy, message, code, parameters }) => (
        <li key={`${field} ${message}`} data-refused={refusedBy.length > 0 || undefined}>
          <span className={styles.kind}>
            {refusedBy.length > 0
              ? w.refusedBy({ names: refusedBy.map((name) => reviewers[name] ?? name).join(', ') })
              : w.hint}
          </span>
          <span>{formatServerMessage({ message, code, parameters })}</span>
          {field && settings.includes(field) && (
            <button
              type="button"
              className={styles.way}
              onClick={({ currentTarget }) => showSetting(currentTarget.form!, field)}
            >
              {w.goTo({ label: labelOf(field) })}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
