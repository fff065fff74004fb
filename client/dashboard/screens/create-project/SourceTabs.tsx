import { Checkbox, Tabs, TextInput } from '@mantine/core';
import { IconKey, IconPencil, IconRss, IconWorldWww } from '@tabler/icons-react';
import { useState } from 'react';
import type { FieldErrors } from '../../ui/forms/field-errors.ts';
import { createProjectWords } from '../../generated/words/createProject.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './CreateProjectScreen.module.css';
import { FirstTitles } from './FirstTitles.tsx';

export interface SourceChoice {
  type: 'RSS' | 'API' | 'PARSER' | 'MANUAL';
  /** Of the feed. */
  rssUrl: string;
  /** Of the website. */
  url: string;
  readOnlyKey: boolean;
}

/** Where articles come from; one of four. */
export function SourceTabs({
  value,
  errors,
  onChange,
}: {
  value: SourceChoice;
  errors: FieldErrors;
  onChange: (value: SourceChoice) => void;
}) {
  const w = useWords(createProjectWords);
  // Looked at once it is whole, not at every letter.
  const [looked, setLooked] = useState({ rssUrl: addressOf(value.rssUrl), url: addressOf(value.url) });
  return (
    <Tabs
      value={value.type}
      onChange={(type) => onChange({ ...value, type: type as SourceChoice['type'] })}
      keepMounted={false}
    >
      <Tabs.List aria-label={w.source}>
        <Tabs.Tab value="RSS" leftSection={<IconRss size={16} />}>
          {w.rss}
        </Tabs.Tab>
        <Tabs.Tab value="API" leftSection={<IconKey size={16} />}>
          {w.api}
        </Tabs.Tab>
        <Tabs.Tab value="PARSER" leftSection={<IconWorldWww size={16} />}>
          {w.parser}
        </Tabs.Tab>
        <Tabs.Tab value="MANUAL" leftSection={<IconPencil size={16} />}>
          {w.manual}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="RSS" className={styles.tab}>
        <TextInput
          label={w.rssUrl}
          placeholder="https://example.org/feed.xml"
          inputMode="url"
          value={value.rssUrl}
          error={errors['rssUrl']}
          onBlur={() => setLooked({ ...looked, rssUrl: addressOf(value.rssUrl) })}
          onChange={(event) => onChange({ ...value, rssUrl: event.currentTarget.value })}
        />
        <p className={styles.hint}>{w.rssHint}</p>
        <FirstTitles
          url={looked.rssUrl}
          onFeed={(rssUrl) => {
            onChange({ ...value, rssUrl });
            setLooked({ ...looked, rssUrl });
          }}
        />
      </Tabs.Panel>
      <Tabs.Panel value="API" className={styles.tab}>
        <p className={styles.hint}>{w.apiHint}</p>
        <Checkbox
          label={w.readOnlyKey}
          checked={value.readOnlyKey}
          onChange={(event) => onChange({ ...value, readOnlyKey: event.currentTarget.checked })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="PARSER" className={styles.tab}>
        <TextInput
          label={w.website}
          placeholder="https://example.org"
          inputMode="url"
          value={value.url}
          error={errors['url']}
          onBlur={() => setLooked({ ...looked, url: addressOf(value.url) })}
          onChange={(event) => onChange({ ...value, url: event.currentTarget.value })}
        />
        <p className={styles.hint}>{w.websiteHint}</p>
        <FirstTitles url={looked.url} onFeed={(rssUrl) => onChange({ ...value, type: 'RSS', rssUrl })} />
      </Tabs.Panel>
      <Tabs.Panel value="MANUAL" className={styles.tab}>
        <p className={styles.hint}>{w.manualHint}</p>
      </Tabs.Panel>
    </Tabs>
  );
}

/** The address, where it is complete. */
function addressOf(typed: string): string | null {
  const url = URL.parse(typed.trim());
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null;
}

export function sourceInputs({ type, rssUrl, url, readOnlyKey }: SourceChoice) {
  const source = { type, url: type === 'RSS' ? rssUrl.trim() : type === 'PARSER' ? url.trim() : null };
  return type === 'API' && readOnlyKey ? [source, { type: 'API_READONLY' as const, url: null }] : [source];
}
