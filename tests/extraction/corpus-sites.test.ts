import { expect, test } from 'vitest';
import { bytesOf, corpusPages } from '../../training/annotated-pages.ts';
import { readSiteFacts } from '../../server/extraction/discovery/site-facts.ts';
import { hasCorpus, withoutCorpus } from './corpus.ts';

test.skipIf(!hasCorpus)(
  `name and language of a site are read from its pages${withoutCorpus}`,
  () => {
    const facts = corpusPages().map((page) => readSiteFacts(bytesOf(page), page.url));
    const share = (of: (one: (typeof facts)[number]) => unknown): number =>
      facts.filter(of).length / facts.length;
    const shares = {
      name: share(({ name }) => name),
      language: share(({ language }) => language),
      feed: share(({ feeds }) => feeds.length),
    };
    console.table(shares);
    expect(shares.name).toBeGreaterThan(0.92);
    expect(shares.language).toBeGreaterThan(0.98);
    // To a reader all of them are articles, so none may be taken for a sign-in page.
    expect(share(({ asksForSignIn }) => asksForSignIn)).toBeLessThan(0.005);
  },
  120_000,
);
