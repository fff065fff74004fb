import { Button, TextInput } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconEyeOff,
  IconInfoCircle,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { channelsWords } from '../../../generated/words/channels.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { useWords } from '../../../words/word-catalogue.ts';
import { formatServerMessage } from '../../../words/server-words.ts';
import styles from './PageCheck.module.css';
import { useCheckPage, type CheckedPage } from './use-check-page.ts';

interface PageCheckProps {
  /** Global id of the channel. */
  channel: string;
  /** Database id of the project. */
  project: number;
  /** Address that is in the field at first. */
  page?: string;
}

/** Whether the channel's player would find its article on a page of the publisher, and what to do. */
export function PageCheck({ channel, project, page = '' }: PageCheckProps) {
  const { pageCheck: w } = useWords(channelsWords);
  const [url, setUrl] = useState(page);
  const { check, checked, problem, busy, slow } = useCheckPage(channel);
  const begin = () => {
    if (url.trim() && !busy) void check(url.trim());
  };
  return (
    <Panel title={w.title}>
      <section className={styles.check} aria-label={w.title} aria-busy={busy}>
        <p className={styles.hint}>{w.hint}</p>
        <div className={styles.ask}>
          <TextInput
            label={w.url}
            placeholder="https://"
            inputMode="url"
            autoComplete="url"
            value={url}
            error={problem}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              begin();
            }}
          />
          <Button variant="default" loading={busy} disabled={!url.trim()} onClick={begin}>
            {w.run}
          </Button>
        </div>
        <div role="status" className={styles.state}>
          {busy ? (slow ? w.slow : w.checking) : ''}
        </div>
        {checked && !busy && <Result checked={checked} project={project} />}
      </section>
    </Panel>
  );
}

const icons: Readonly<Record<string, Icon>> = {
  OK: IconCircleCheck,
  HINT: IconInfoCircle,
  LATER: IconClock,
  UNKNOWN: IconEyeOff,
  PROBLEM: IconAlertTriangle,
};

function Result({
  checked: { url, verdict, findings, article },
  project,
}: {
  checked: CheckedPage;
  project: number;
}) {
  const { pageCheck: w } = useWords(channelsWords);
  const verdicts: Readonly<Record<string, string>> = w.verdicts;
  const levels: Readonly<Record<string, string>> = w.levels;
  const topics: Readonly<Record<string, string>> = w.topics;
  return (
    <div className={styles.result}>
      <div className={styles.verdict} data-verdict={verdict} role="status">
        <strong>{verdicts[verdict] ?? verdict}</strong>
        <span className={styles.address}>{url}</span>
        {article && <Link to={`/projects/${project}/articles/${article.databaseId}`}>{w.openArticle}</Link>}
      </div>
      <ul className={styles.findings}>
        {findings.map(({ topic, level, advice, ...found }, index) => {
          const LevelIcon = icons[level] ?? IconInfoCircle;
          return (
            <li key={index} data-level={level}>
              <LevelIcon size={18} role="img" aria-label={levels[level] ?? level} />
              <div>
                <span className={styles.topic}>{topics[topic] ?? topic}</span>
                <p>{formatServerMessage(found)}</p>
                {advice && (
                  <p className={styles.advice}>
                    {formatServerMessage({ ...advice, message: advice.message ?? '' })}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
