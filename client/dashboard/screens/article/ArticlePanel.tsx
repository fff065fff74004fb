import { Tabs } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { articleWords } from '../../generated/words/article.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ArticlePanel.module.css';

const tabs = ['audio', 'publishing', 'channels', 'history'] as const;
export type ArticleTab = (typeof tabs)[number];

interface ArticlePanelProps {
  /** Content by tab; null: not for this user. */
  parts: Record<ArticleTab, ReactNode>;
  /** Whether a field in the tab Publishing was refused: it is opened. */
  isRefused: boolean;
}

/** What belongs to an article besides its text: one tab at a time. */
export function ArticlePanel({ parts, isRefused }: ArticlePanelProps) {
  const w = useWords(articleWords).panel;
  const [tab, setTab] = useState<string | null>('audio');
  /** Parts that have been shown: they stay mounted. Others are not read. */
  const [opened, setOpened] = useState<readonly (string | null)[]>(['audio']);
  const frame = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState(isRefused);
  const show = (next: string | null) => {
    setTab(next);
    if (!opened.includes(next)) setOpened([...opened, next]);
  };
  if (refused !== isRefused) {
    setRefused(isRefused);
    if (isRefused) show('publishing');
  }
  useEffect(() => {
    if (refused) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const shown = tabs.filter((each) => parts[each] !== null);
  return (
    <section ref={frame} id="article-panel" className={styles.panel} aria-label={w.label}>
      <Tabs value={tab} onChange={show}>
        <Tabs.List grow className={styles.tabs!}>
          {shown.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {w[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((each) => (
          <Tabs.Panel key={each} value={each} className={styles.part!} tabIndex={-1}>
            {opened.includes(each) && parts[each]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  );
}
