import { Checkbox, Tabs, TextInput } from '@mantine/core';
import { IconKey, IconPencil, IconRss, IconWorldWww } from '@tabler/icons-react';
import type { FieldErrors } from '../../ui/field-errors.ts';
import styles from './CreateProjectScreen.module.css';

export interface SourceChoice {
  type: 'rss' | 'api' | 'parser' | 'manual';
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
  return (
    <Tabs value={value.type} onChange={(type) => onChange({ ...value, type: type as SourceChoice['type'] })} keepMounted={false}>
      <Tabs.List aria-label="Content source">
        <Tabs.Tab value="rss" leftSection={<IconRss size={16} />}>
          RSS feed
        </Tabs.Tab>
        <Tabs.Tab value="api" leftSection={<IconKey size={16} />}>
          API key
        </Tabs.Tab>
        <Tabs.Tab value="parser" leftSection={<IconWorldWww size={16} />}>
          Website parser
        </Tabs.Tab>
        <Tabs.Tab value="manual" leftSection={<IconPencil size={16} />}>
          Manual
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="rss" className={styles.tab}>
        <TextInput
          label="RSS feed URL"
          placeholder="https://example.org/feed.xml"
          inputMode="url"
          value={value.rssUrl}
          error={errors['rssUrl']}
          onChange={(event) => onChange({ ...value, rssUrl: event.currentTarget.value })}
        />
        <p className={styles.hint}>RSS, Atom or JSON Feed. New entries become articles by themselves.</p>
      </Tabs.Panel>
      <Tabs.Panel value="api" className={styles.tab}>
        <p className={styles.hint}>
          A key is generated when the project is created and shown only once. It gives access to this project alone.
        </p>
        <Checkbox
          label="Also generate a read-only key"
          checked={value.readOnlyKey}
          onChange={(event) => onChange({ ...value, readOnlyKey: event.currentTarget.checked })}
        />
      </Tabs.Panel>
      <Tabs.Panel value="parser" className={styles.tab}>
        <TextInput
          label="Website"
          placeholder="https://example.org"
          inputMode="url"
          value={value.url}
          error={errors['url']}
          onChange={(event) => onChange({ ...value, url: event.currentTarget.value })}
        />
        <p className={styles.hint}>
          Articles are found through the site's feed, sitemap and links. You can add rules for extracting their text later.
        </p>
      </Tabs.Panel>
      <Tabs.Panel value="manual" className={styles.tab}>
        <p className={styles.hint}>You write or paste the articles in the dashboard.</p>
      </Tabs.Panel>
    </Tabs>
  );
}

export function sourceInputs({ type, rssUrl, url, readOnlyKey }: SourceChoice) {
  const source = { type, url: type === 'rss' ? rssUrl.trim() : type === 'parser' ? url.trim() : null };
  return type === 'api' && readOnlyKey ? [source, { type: 'api_readonly' as const, url: null }] : [source];
}
