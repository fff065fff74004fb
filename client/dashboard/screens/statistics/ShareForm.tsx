// oxlint-disable relay/unused-fields -- said() reads the fields of notices
import { Button, Checkbox, PasswordInput } from '@mantine/core';
import '../../ui/forms/forms.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useState, type FormEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  ShareForm_shares$data,
  ShareForm_shares$key,
} from '../../__generated__/ShareForm_shares.graphql.ts';
import type { ShareFormMutation } from '../../__generated__/ShareFormMutation.graphql.ts';
import type { ShareFormQuery } from '../../__generated__/ShareFormQuery.graphql.ts';
import type { ShareFormRevokeMutation } from '../../__generated__/ShareFormRevokeMutation.graphql.ts';
import { statisticsWords, type StatisticsWords } from '../../generated/words/statistics.ts';
import { useAction } from '../../relay/use-action.ts';
import { copyText } from '../../ui/copy-text.ts';
import { formatDateTime, formatDay } from '../../ui/format.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { ReportParams } from './report-params.ts';
import { noticeText } from './Picker.tsx';
import styles from './Statistics.module.css';
import { useFreshQuery } from '../../relay/use-fresh-query.ts';

/** Makes links to the report, and lists those that there are. */
export default function ShareForm({
  project: id,
  asked: { report, period, from, to },
  attempt,
}: {
  project: string;
  asked: ReportParams;
  attempt: number;
}) {
  const w = useWords(statisticsWords);
  const { project } = useFreshQuery<ShareFormQuery>(
    graphql`
      query ShareFormQuery($id: ID!) @throwOnFieldError {
        project(id: $id) {
          ...ShareForm_shares
        }
      }
    `,
    { id },
    attempt,
  );
  const [share, busy] = useAction<ShareFormMutation>(graphql`
    mutation ShareFormMutation($input: ShareStatisticsInput!) {
      result: shareStatistics(input: $input) {
        __typename
        ... on ShareStatisticsSuccess {
          share {
            url
          }
          project {
            ...ShareForm_shares
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [password, setPassword] = useState('');
  const [embeddable, setEmbeddable] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await share({
      input: { project: id, report, period, from, to, embeddable, password: password || null },
    });
    setRefused(outcome.ok ? null : (outcome.fieldErrors['password'] ?? null));
    if (outcome.ok) setPassword('');
  };
  return (
    <div className={styles.share}>
      <p>{w.shareLead}</p>
      <form onSubmit={(event) => void submit(event)}>
        <PasswordInput
          label={w.password}
          description={w.passwordHint}
          visibilityToggleButtonProps={{ 'aria-label': w.showPassword, tabIndex: 0 }}
          autoComplete="new-password"
          maxLength={200}
          value={password}
          error={refused}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setRefused(null);
          }}
        />
        <Checkbox
          label={w.embeddable}
          checked={embeddable}
          onChange={(event) => setEmbeddable(event.currentTarget.checked)}
        />
        <Button type="submit" loading={busy}>
          {w.makeLink}
        </Button>
      </form>
      {project && <Shares project={project} />}
    </div>
  );
}

function Shares({ project: key }: { project: ShareForm_shares$key }) {
  const w = useWords(statisticsWords);
  const { statisticsShares } = useFragment(sharesFragment, key);
  const [revoke, busy] = useAction<ShareFormRevokeMutation>(revokeMutation);
  const shares = statisticsShares ?? [];
  return (
    <section aria-label={w.links}>
      <h3>{w.links}</h3>
      {shares.length === 0 && <p className={styles.quiet}>{w.noLinks}</p>}
      <ul className={styles.links}>
        {shares.map((share) => {
          const title = share.title ? noticeText(share.title) : '';
          return (
            <li key={share.id}>
              <div>
                {share.url ? (
                  <a href={share.url} target="_blank" rel="noreferrer">
                    {title}
                  </a>
                ) : (
                  title
                )}
                <small>{aboutOf(share, w).join(' · ')}</small>
              </div>
              <span>
                {share.url && <Copy text={share.url}>{w.copy}</Copy>}
                {share.url && share.embeddable && (
                  <Copy text={embedCode(share.url, title)}>{w.copyEmbed}</Copy>
                )}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  disabled={busy}
                  aria-label={w.revokeLabel({ title })}
                  onClick={() => void revoke({ input: { id: share.id } })}
                >
                  {w.revoke}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Share = NonNullable<ShareForm_shares$data['statisticsShares']>[number];

function aboutOf(share: Share, w: StatisticsWords): string[] {
  const { period, from, to } = share;
  return [
    period && period in w.periods
      ? w.periods[period as keyof typeof w.periods]
      : from && to
        ? `${formatDay(String(from))} – ${formatDay(String(to))}`
        : '',
    share.hasPassword ? w.withPassword : '',
    share.embeddable ? w.embedded : '',
    share.isFromEmail ? w.fromEmail : '',
    w.made({ at: formatDateTime(String(share.createdAt)) }),
  ].filter(Boolean);
}

const embedCode = (url: string, title: string): string =>
  `<iframe src="${url}" title="${title.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}" width="100%" height="640" loading="lazy" style="border:0"></iframe>`;

function Copy({ text, children }: { text: string; children: string }) {
  const w = useWords(statisticsWords);
  const [copied, setCopied] = useState(false);
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      onClick={() => void copyText(text).then(setCopied)}
      onBlur={() => setCopied(false)}
    >
      {copied ? w.copied : children}
    </Button>
  );
}

const sharesFragment = graphql`
  fragment ShareForm_shares on Project {
    statisticsShares {
      id
      url
      title {
        code
        parameters
        message
      }
      period
      from
      to
      hasPassword
      embeddable
      isFromEmail
      createdAt
    }
  }
`;

const revokeMutation = graphql`
  mutation ShareFormRevokeMutation($input: RevokeStatisticsShareInput!) {
    result: revokeStatisticsShare(input: $input) {
      __typename
      ... on RevokeStatisticsShareSuccess {
        project {
          ...ShareForm_shares
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
