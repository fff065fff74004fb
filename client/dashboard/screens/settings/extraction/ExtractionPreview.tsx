import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatDateTime } from '../../../ui/format.ts';
import { parsingWords } from '../../../generated/words/parsing.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { SectionProps } from '../settings-form-state.ts';
import styles from '../SettingsForm.module.css';
import preview from './ExtractionPreview.module.css';
import { PageParagraphs } from './PageParagraphs.tsx';
import {
  ruleName,
  extractionRuleInput,
  useTryExtraction,
  type ExtractionRuleInput,
  type Trial,
} from './use-try-extraction.ts';
import { formatStored } from '../../../words/server-words.ts';

/** Delay in milliseconds between the last change and the next preview. */
const pause = 700;

/** Previews the form's rules on a page. Once the page was read, every change of the rules shows at once. */
export default function ExtractionPreview({ form }: SectionProps) {
  const w = useWords(parsingWords).preview;
  const [search] = useSearchParams();
  const [url, setUrl] = useState(search.get('page') ?? '');
  const { tryOn, trial, problem, busy } = useTryExtraction(form);
  const rules = JSON.stringify(extractionRuleInput(form.value));
  const [settled] = useDebouncedValue(rules, pause);
  /** What was read last, and with which rules. */
  const read = useRef<{ url: string; rules: string } | null>(null);
  const show = (address: string, by: string) => {
    read.current = { url: address, rules: by };
    void tryOn(address, JSON.parse(by) as ExtractionRuleInput);
  };
  useEffect(() => {
    if (read.current && read.current.rules !== settled && settled === rules) show(read.current.url, settled);
    // The page is read for changed rules alone; what reads it changes with every keystroke.
  }, [settled]); // oxlint-disable-line react-hooks/exhaustive-deps
  const begin = () => url.trim() && show(url, rules);
  return (
    <section className={preview.preview} aria-label={w.legend} aria-busy={busy}>
      <h3>{w.legend}</h3>
      <p className={styles.hint}>{w.hint}</p>
      <div className={preview.ask}>
        <TextInput
          aria-label={w.url}
          placeholder="https://"
          inputMode="url"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            begin();
          }}
        />
        <Button variant="default" loading={busy && !trial} disabled={!url.trim()} onClick={begin}>
          {w.run}
        </Button>
      </div>
      <div role="status" className={preview.state}>
        {busy ? w.reading : ''}
      </div>
      {problem && (
        <p role="alert" className={styles.error}>
          {problem}
        </p>
      )}
      {trial && !problem && (
        <>
          <Result trial={trial} />
          <PageParagraphs
            paragraphs={trial.paragraphs}
            onRule={(rule) => form.edit({ extractorRules: [...form.value.extractorRules, rule] })}
          />
        </>
      )}
    </section>
  );
}

function Result({
  trial: { url, title, text, publishedAt, language, rules, failure, failureNotice },
}: {
  trial: Trial;
}) {
  const w = useWords(parsingWords).preview;
  return (
    <>
      <p className={preview.address}>{url}</p>
      {failure && (
        <p role="alert" className={styles.error}>
          {formatStored(failure, failureNotice && [failureNotice])}
        </p>
      )}
      <dl className={preview.facts}>
        <dt>{w.title}</dt>
        <dd>{title ?? w.noTitle}</dd>
        <dt>{w.date}</dt>
        <dd>{publishedAt ? formatDateTime(publishedAt) : w.noDate}</dd>
        {language && (
          <>
            <dt>{w.language}</dt>
            <dd>{language}</dd>
          </>
        )}
        <dt>{w.text}</dt>
        <dd>{text ? w.characters({ count: text.length }) : w.noText}</dd>
      </dl>
      {text && (
        // What scrolls must be reachable by keyboard.
        <div className={preview.text} tabIndex={0} role="region" aria-label={w.text}>
          {text}
        </div>
      )}
      {rules.length > 0 && (
        <>
          <h4>{w.rules}</h4>
          <ul className={preview.rules}>
            {rules.map(({ type, selector, matched, removed, removedCharacters, problem }, index) => (
              <li key={index} data-idle={problem ? '' : undefined}>
                <code>
                  {ruleName(type)} {selector}
                </code>{' '}
                {typeof matched === 'number' && <span>{w.matched({ count: matched })}</span>}
                {removedCharacters > 0 && <span>, {w.removed({ count: removedCharacters })}</span>}
                {removed && <del>{removed}</del>}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
