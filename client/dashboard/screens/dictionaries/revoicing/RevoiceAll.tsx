import { Button } from '@mantine/core';
import { useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import { DayField } from '../../../ui/time/DayField.tsx';
import type { RevoiceAllMutation } from '../../../__generated__/RevoiceAllMutation.graphql.ts';
import type { RevoicingJobs_job$key } from '../../../__generated__/RevoicingJobs_job.graphql.ts';
import type { RevoiceAllQuery } from '../../../__generated__/RevoiceAllQuery.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { useAction } from '../../../relay/use-action.ts';
import { formatMoney } from '../../../ui/format.ts';
import { notify, showError } from '../../../ui/messages.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import { searchScopeOf, type Owner } from '../dictionary-owner.ts';
import { RevoicingProgress } from './RevoicingJobs.tsx';

interface RevoiceAllProps {
  entries: readonly string[];
  owner: Owner;
}

type Quote = RevoiceAllQuery['response']['revoicingQuote'];

/** For administrators: what voicing all of these articles again takes, and then that. */
export function RevoiceAll({ entries, owner }: RevoiceAllProps) {
  const { usage: w } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const [since, setSince] = useState('');
  const [perDay, setPerDay] = useState('');
  const [quote, setQuote] = useState<Quote | 'busy' | null>(null);
  const [job, setJob] = useState<RevoicingJobs_job$key | null>(null);
  const [revoice, busy] = useAction<RevoiceAllMutation>(revoiceAllMutation);
  const asked = {
    entries: [...entries],
    ...searchScopeOf(owner),
    since: since ? new Date(`${since}T00:00:00`).toISOString() : null,
  };
  const deny = () => {
    setQuote(null);
    showError({ message: w.denied });
  };
  const reckon = () => {
    setQuote('busy');
    fetchQuery<RevoiceAllQuery>(environment, revoiceAllQuery, asked, { fetchPolicy: 'network-only' })
      .toPromise()
      .then((answer) => setQuote(answer?.revoicingQuote ?? null), deny);
  };
  const run = async () => {
    const outcome = await revoice(
      { input: { ...asked, charactersPerDay: perDay ? Math.max(1, Math.trunc(Number(perDay))) : null } },
      { tell: false },
    );
    if (!outcome.ok) return deny();
    notify(w.revoicing({ count: outcome.result.quote?.articles ?? 0 }), 2000);
    setJob(outcome.result.job ?? null);
    setQuote(null);
  };
  const ready = quote !== null && quote !== 'busy' ? quote : null;
  return (
    <div className={styles.revoice}>
      <DayField
        label={w.since}
        value={since}
        onChange={(day) => {
          setSince(day);
          setQuote(null);
        }}
      />
      {job && <RevoicingProgress job={job} />}
      {!ready && (
        <Button variant="default" loading={quote === 'busy'} onClick={reckon}>
          {w.revoiceAll}
        </Button>
      )}
      {ready && (
        <>
          <QuoteLine quote={ready} />
          {ready.articles > 0 && (
            <label>
              <span>{w.perDay}</span>
              <input
                type="number"
                min={1}
                step={1_000}
                value={perDay}
                placeholder={w.perDayUsual}
                onChange={({ currentTarget }) => setPerDay(currentTarget.value)}
              />
            </label>
          )}
          {ready.articles > 0 && (
            <Button loading={busy} onClick={() => void run()}>
              {w.voiceNow}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** What it would cost. */
function QuoteLine({ quote: ready }: { quote: NonNullable<Quote> }) {
  const { usage: w } = useWords(dictionariesWords);
  return (
    <p role="status">
      {ready.articles === 0
        ? w.nothingChanges
        : w.quote({
            articles: ready.articles,
            sentences: ready.sentences,
            characters: ready.characters,
            cost: formatMoney(ready.cost),
          })}
    </p>
  );
}

const revoiceAllMutation = graphql`
  mutation RevoiceAllMutation($input: StartRevoicingJobInput!) {
    result: startRevoicingJob(input: $input) {
      __typename
      ... on StartRevoicingJobSuccess {
        quote {
          articles
        }
        job {
          ...RevoicingJobs_job
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const revoiceAllQuery = graphql`
  query RevoiceAllQuery($entries: [ID!]!, $project: ID, $organization: ID, $since: DateTime) {
    revoicingQuote(entries: $entries, project: $project, organization: $organization, since: $since) {
      articles
      sentences
      characters
      cost
    }
  }
`;
