// oxlint-disable relay/unused-fields -- markedPieces() reads where symbols are
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { SoundsFieldQuery } from '../../../__generated__/SoundsFieldQuery.graphql.ts';
import { dictionariesWords } from '../../../generated/words/dictionaries.ts';
import { languageLabel } from '../../../ui/format.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from '../Dictionaries.module.css';
import type { PreviewScope } from './use-entry-preview.ts';
import { markedPieces } from './marked-pieces.ts';

interface SoundsFieldProps {
  value: string;
  /** Pronunciation for voices that don't support phonemes. */
  replacement: string;
  scope: PreviewScope;
  error: string | undefined;
  onChange: (phonemes: string) => void;
}

/** Milliseconds after the last symbol. */
const pause = 250;
/** What every language has: stress, secondary stress, border of syllables. */
const signs = ['ˈ', 'ˌ', '..'];

type Read = SoundsFieldQuery['response']['pronunciationCheck'];

/** Sounds in IPA, with a keyboard; says what the language lacks, and which services take none. */
export function SoundsField({ value, replacement, scope, error, onChange }: SoundsFieldProps) {
  const { sounds: w } = useWords(dictionariesWords);
  const environment = useRelayEnvironment();
  const [asked] = useDebouncedValue(value, pause);
  const [read, setRead] = useState<{ of: string; answer: Read } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { language, provider, voice } = scope;
  useEffect(() => {
    const reading = fetchQuery<SoundsFieldQuery>(
      environment,
      soundsFieldQuery,
      {
        // An entry without phonemes still checks whether the voice supports them, with a dummy phoneme.
        entry: { source: 'a', replacement, kind: 'PHONEMES', phonemes: asked.trim() || 'a' },
        language,
        voice: voice && provider ? `${provider}:${voice}` : null,
      },
      { fetchPolicy: 'network-only' },
    ).subscribe({
      next: ({ pronunciationCheck }) => setRead({ of: asked, answer: pronunciationCheck }),
      // If the check fails here, saving repeats it.
      error: () => {},
    });
    return () => reading.unsubscribe();
  }, [environment, asked, replacement, language, provider, voice]);
  const type = (symbol: string) => {
    const field = input.current;
    const [from, to] = [field?.selectionStart ?? value.length, field?.selectionEnd ?? value.length];
    onChange(value.slice(0, from) + symbol + value.slice(to));
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(from + symbol.length, from + symbol.length);
    });
  };
  const answer = read?.answer;
  const unknown = read?.of === value ? read.answer.unknown : [];
  const unable = (answer?.services ?? [])
    .filter((service) => !provider || service.provider === provider)
    .filter(({ method }) => method !== 'PHONEMES')
    .map(({ title }) => title);
  return (
    <div className={styles.sounds}>
      <TextInput
        ref={input}
        label={w.label}
        description={w.hint({ language: languageLabel(language) })}
        spellCheck={false}
        autoComplete="off"
        maxLength={500}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div role="status">
        <UnknownSymbols value={value} unknown={unknown} language={language} />
        {answer?.phonemes.length === 0 && (
          <p className={styles.warning}>{w.noInventory({ language: languageLabel(language) })}</p>
        )}
        {unable.length > 0 && (
          <p className={styles.note}>
            {w.unable({ services: unable.join(', '), instead: replacement || w.asWritten })}
          </p>
        )}
      </div>
      {answer && answer.phonemes.length > 0 && (
        <div className={styles.keyboard} role="group" aria-label={w.keyboard}>
          {[...signs, ...answer.phonemes].map((symbol) => (
            <button key={symbol} type="button" onClick={() => type(symbol)}>
              {symbol}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

interface UnknownSymbolsProps {
  value: string;
  unknown: readonly { readonly symbol: string; readonly start: number; readonly length: number }[];
  language: string;
}

/** Says which symbols are no sounds of a language, and marks them. */
function UnknownSymbols({ value, unknown, language }: UnknownSymbolsProps) {
  const { sounds: w } = useWords(dictionariesWords);
  if (unknown.length === 0) return null;
  return (
    <p className={styles.warning}>
      {w.unknown({
        language: languageLabel(language),
        symbols: [...new Set(unknown.map(({ symbol }) => symbol))].join(' '),
      })}{' '}
      <code>
        {markedPieces(value, unknown).map(({ text, isMarked }, index) =>
          isMarked ? <mark key={index}>{text}</mark> : text,
        )}
      </code>
    </p>
  );
}

const soundsFieldQuery = graphql`
  query SoundsFieldQuery($entry: DictionaryEntryInput!, $language: String!, $voice: String) {
    pronunciationCheck(entry: $entry, language: $language, voice: $voice) {
      phonemes
      unknown {
        start
        length
        symbol
      }
      services {
        provider
        title
        method
      }
    }
  }
`;
