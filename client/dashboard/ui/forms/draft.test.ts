// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { keepDraft, readDraft, settleDraft } from './draft.ts';

const saved = { title: 'Old', text: 'Text', labels: ['a'] };

describe('drafts', () => {
  beforeEach(() => sessionStorage.clear());

  it('contain only differences from the saved state', () => {
    keepDraft('7', { title: 'New', text: 'Text', labels: ['a'] }, saved);
    expect(readDraft('7')).toEqual({ title: 'New' });
  });

  it('are deleted when nothing differs', () => {
    keepDraft('7', { title: 'New' }, saved);
    keepDraft('7', { title: 'Old' }, saved);
    expect(sessionStorage).toHaveLength(0);
  });

  it('keep input that was typed during saving', () => {
    const draft = keepDraft('7', { title: 'New', text: 'More' }, saved);
    const typed = keepDraft('7', { ...draft, text: 'More and more' }, saved);
    expect(settleDraft('7', typed, draft)).toEqual({ text: 'More and more' });
    expect(readDraft('7')).toEqual({ text: 'More and more' });
  });

  it('ignore invalid data in storage', () => {
    for (const rubbish of ['{', 'null', '[1]', '"x"']) {
      sessionStorage.setItem('draft:7', rubbish);
      expect(readDraft('7')).toEqual({});
    }
  });
});
