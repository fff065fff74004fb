import { Button } from '@mantine/core';
import { useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import { DayField } from '../../../ui/time/DayField.tsx';
import type { RevoiceAllMutation } from '../../../__generated__/RevoiceAllMutation.graphql.ts';
import type { RevoicingJobs_resounding$key } from '../../../__generated__/RevoicingJobs_resounding.graphql.ts';
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

type Quote = RevoiceAllQuery['response']['dictionaryResound'];

/** For administrators: what voicing all of these articles again takes, and then that. */
export function RevoiceAll({ entries, owner }: RevoiceAllProps) {
  const { usage: w } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const [since, setSince] = useState('');
  const [perDay, setPerDay] = useState('');
  const [quote, setQuote] = useState<Quote | 'busy' | null>(null);
  const [begun, setBegun] = useState<RevoicingJobs_resounding$key | null>(null);
  const [resound, busy] = useAction<RevoiceAllMutation>(resoundAllMutation);
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
    fetchQuery<RevoiceAllQuery>(environment, resoundAllQuery, asked, { fetchPolicy: 'network-only' })
      .toPromise()
      .then((answer) => setQuote(answer?.dictionaryResound ?? null), deny);
  };
  const run = async () => {
    const outcome = await resound(
      { input: { ...asked, charactersPerDay: perDay ? Math.max(1, Math.trunc(Number(perDay))) : null } },
      { tell: false },
    );
    if (!outcome.ok) return deny();
    notify(w.resounding({ count: outcome.result.resound?.articles ?? 0 }), 2000);
    setBegun(outcome.result.resounding ?? null);
    setQuote(null);
  };
  const ready = quote !== null && quote !== 'busy' ? quote : null;
  return (
    <div className={styles.resound}>
      <DayField
        label={w.since}
        value={since}
        onChange={(day) => {
          setSince(day);
          setQuote(null);
        }}
      />
      {begun && <RevoicingProgress resounding={begun} />}
      {!ready && (
        <Button variant="default" loading={quote === 'busy'} onClick={reckon}>
          {w.resoundAll}
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

const resoundAllMutation = graphql`
  mutation RevoiceAllMutation($input: ResoundArticlesInput!) {
    result: resoundArticles(input: $input) {
      __typename
      ... on ResoundArticlesSuccess {
        resound {
          articles
        }
        resounding {
          ...RevoicingJobs_resounding
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const resoundAllQuery = graphql`
  query RevoiceAllQuery($entries: [ID!]!, $project: ID, $organization: ID, $since: DateTime) {
    dictionaryResound(entries: $entries, project: $project, organization: $organization, since: $since) {
      articles
      sentences
      characters
      cost
    }
  }
`;
