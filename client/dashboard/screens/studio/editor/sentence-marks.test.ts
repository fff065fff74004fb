import { expect, it } from 'vitest';
import {
  markOf,
  moveMarks,
  readSubmittedText,
  sentencesOf,
  submittedText,
  withMark,
} from './sentence-marks.ts';

const text = 'Good morning. Here is the news!\n\nThe bakery opens early.';
const [first, second, third] = sentencesOf(text, 'en-US') as [
  ReturnType<typeof sentencesOf>[number],
  ReturnType<typeof sentencesOf>[number],
  ReturnType<typeof sentencesOf>[number],
];
const said = ({ start, end }: { start: number; end: number }, of = text) => of.slice(start, end);

it('finds sentences, and skips the text between them', () => {
  expect(sentencesOf(text, 'en-US').map((one) => said(one))).toEqual([
    'Good morning.',
    'Here is the news!',
    'The bakery opens early.',
  ]);
  expect(sentencesOf(' … \n - ', 'en-US')).toEqual([]);
  expect(sentencesOf('Un. Deux.', 'not a tag!')).toHaveLength(2);
});

it('sets and removes voice and pause of a sentence', () => {
  const marks = withMark(withMark([], second, { voice: 'offline:b' }), second, { pauseMs: 2000 });
  expect(marks).toEqual([{ ...second, voice: 'offline:b', pauseMs: 2000 }]);
  expect(markOf(marks, second)?.pauseMs).toBe(2000);
  expect(markOf(marks, first)).toBeUndefined();
  expect(withMark(withMark(marks, second, { voice: null }), second, { pauseMs: null })).toEqual([]);
});

it('keeps marks with their sentences while the text around them changes', () => {
  const marks = withMark([], second, { voice: 'v' });
  const moved = (after: string) => moveMarks(marks, text, after).map((mark) => said(mark, after));
  expect(moved(`So. ${text}`)).toEqual(['Here is the news!']);
  expect(moved(`${text} The end.`)).toEqual(['Here is the news!']);
  expect(moved(text.replace('the news', 'some good news'))).toEqual(['Here is some good news!']);
  expect(moved(text.replace('Here is the news!', ''))).toEqual([]);
});

it('are written in the server’s format, and read again', () => {
  const marks = withMark(
    withMark(withMark([], second, { voice: 'a:b"c' }), second, { pauseMs: 500 }),
    third,
    { pauseMs: 0 },
  );
  const sent = submittedText(text, marks);
  expect(sent.text).toBe(
    'Good morning. <voice name="a:b&quot;c">Here is the news!</voice>\n\nThe bakery opens early.',
  );
  expect(sent.pauses.map(({ end }) => sent.text.slice(0, end).slice(-5))).toEqual(['news!', 'arly.']);
  expect(readSubmittedText(sent, 'en-US')).toEqual({ text, marks });
});

it('does not change foreign tags', () => {
  const own = 'One. <voice name="a" style="calm">Two.</voice>';
  expect(readSubmittedText({ text: own, pauses: [] }, 'en-US')).toEqual({ text: own, marks: [] });
});
