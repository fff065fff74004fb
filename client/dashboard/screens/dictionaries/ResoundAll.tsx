import { Button } from '@mantine/core';
import { useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import { DayField } from '../../ui/DayField.tsx';
import type { ResoundAllMutation } from '../../__generated__/ResoundAllMutation.graphql.ts';
import type { Resoundings_resounding$key } from '../../__generated__/Resoundings_resounding.graphql.ts';
import type { ResoundAllQuery } from '../../__generated__/ResoundAllQuery.graphql.ts';
import { dictionariesWords } from '../../generated/words/dictionaries.ts';
import { useAction } from '../../relay/use-action.ts';
import { formatMoney } from '../../ui/format.ts';
import { notify, showError } from '../../ui/messages.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './Dictionaries.module.css';
import { placeOf, type Owner } from './owner-place.ts';
import { ResoundingProgress } from './Resoundings.tsx';

interface ResoundAllProps {
  entries: readonly string[];
  owner: Owner;
}

type Quote = ResoundAllQuery['response']['dictionaryResound'];

/** For administrators: what voicing all of these articles again takes, and then that. */
export function ResoundAll({ entries, owner }: ResoundAllProps) {
  const { usage: w } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const [since, setSince] = useState('');
  const [perDay, setPerDay] = useState('');
  const [quote, setQuote] = useState<Quote | 'busy' | null>(null);
  const [begun, setBegun] = useState<Resoundings_resounding$key | null>(null);
  const [resound, busy] = useAction<ResoundAllMutation>(graphql`
    mutation ResoundAllMutation($input: ResoundArticlesInput!) {
      result: resoundArticles(input: $input) {
        __typename
        ... on ResoundArticlesSuccess {
          resound {
            articles
          }
          resounding {
            ...Resoundings_resounding
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const asked = {
    entries: [...entries],
    ...placeOf(owner),
    since: since ? new Date(`${since}T00:00:00`).toISOString() : null,
  };
  const deny = () => {
    setQuote(null);
    showError({ message: w.denied });
  };
  const reckon = () => {
    setQuote('busy');
    fetchQuery<ResoundAllQuery>(
      environment,
      graphql`
        query ResoundAllQuery($entries: [ID!]!, $project: ID, $organization: ID, $since: DateTime) {
          dictionaryResound(entries: $entries, project: $project, organization: $organization, since: $since) {
            articles
            sentences
            characters
            cost
          }
        }
      `,
      asked,
      { fetchPolicy: 'network-only' },
    )
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
      {begun && <ResoundingProgress resounding={begun} />}
      {!ready && (
        <Button variant="default" loading={quote === 'busy'} onClick={reckon}>
          {w.resoundAll}
        </Button>
      )}
      {ready && (
        <>
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
