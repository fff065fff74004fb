import { expect, it } from 'vitest';
import { expectLinear } from '../../tests/support/growth.ts';
import { chunkText, type ChunkOptions } from './chunk-text.ts';
import { scriptLanguages, scriptRuns } from './script-runs.ts';

it.each([
  ['Er sagte Здравствуйте und ging.', ['ru-RU Здравствуйте']],
  ['Der Film «Москва не верит слезам», 1980.', ['ru-RU «Москва не верит слезам»,']],
  ['Sie rief Привіт!', ['uk-UA Привіт!']],
  ['Aus Αθήνα kam (مرحبا) und שלום.', ['el-GR Αθήνα', 'ar-001 (مرحبا)', 'he-IL שלום.']],
  [
    'In 東京 und ひらがな, 안녕하세요 und สวัสดี.',
    ['zh-CN 東京', 'ja-JP ひらがな,', 'ko-KR 안녕하세요', 'th-TH สวัสดี.'],
  ],
  ['Das Wort नमस्ते, auch Երևան und თბილისი', ['hi-IN नमस्ते,', 'hy-AM Երևան', 'ka-GE თბილისი']],
  // Symbols, and Japanese whose readings the engine does not know.
  ['Der Winkel α und 5 µm Ω.', []],
  ['Sie sagten 東京タワーへ行く.', []],
  ['Nothing of that.', []],
])('%s', (text, runs) => {
  const found = scriptRuns(text);
  expect(found.map(({ start, end, language }) => `${language} ${text.slice(start, end)}`)).toEqual(runs);
  for (const { language } of found) expect(scriptLanguages).toContain(language);
});

it('detection takes linear time', async () => {
  for (const part of ['Москва ', 'Москва1', 'а ', 'аб!', '«', 'नमस्ते. '])
    await expectLinear((count) => scriptRuns(part.repeat(count)), { from: 1_000, most: 64_000 });
});

const russian = { name: 'ru-RU-Ada', language: 'ru-RU', ofScript: true } as const;
const options: ChunkOptions = {
  strategy: 'sentences',
  language: 'de-DE',
  limit: { unit: 'characters', value: 1_000 },
  scriptVoices: { 'ru-RU': russian },
};
const text = 'Er sagte «Здравствуйте», und ging. Aus Αθήνα kam keiner.';

it('a passage in another script is a chunk of its voice, without a pause, at its place', () => {
  const chunks = chunkText(text, options);
  expect(chunks.map((chunk) => [chunk.text, chunk.voice?.name, chunk.pauseAfter])).toEqual([
    ['Er sagte', undefined, 'none'],
    ['«Здравствуйте»,', 'ru-RU-Ada', 'none'],
    ['und ging.', undefined, 'sentence'],
    // There is no voice for Greek.
    ['Aus Αθήνα kam keiner.', undefined, 'none'],
  ]);
  for (const chunk of chunks) expect(text.slice(chunk.start, chunk.end)).toBe(chunk.text);
});

it('an editor’s voice tags take precedence', () => {
  const tagged = '<voice name="Anna">Er sagte Здравствуйте.</voice> Und Москва?';
  const names = (strategy: ChunkOptions['strategy']) =>
    chunkText(tagged, { ...options, strategy }).map((chunk) => [chunk.text, chunk.voice?.name]);
  expect(names('paragraphs')).toEqual([
    ['Er sagte Здравствуйте.', 'Anna'],
    ['Und', undefined],
    ['Москва?', 'ru-RU-Ada'],
  ]);
  expect(names('voice_tag_sentences')).toEqual([
    ['Er sagte Здравствуйте.', 'Anna'],
    ['Und Москва?', undefined],
  ]);
});

it('a title is split like a text', () => {
  const title = 'Was Здравствуйте heißt';
  const chunks = chunkText('Nichts.', { ...options, title });
  expect(chunks.map((chunk) => [chunk.text, chunk.kind, chunk.voice?.name, chunk.pauseAfter])).toEqual([
    ['Was', 'title', undefined, 'none'],
    ['Здравствуйте', 'title', 'ru-RU-Ada', 'none'],
    ['heißt', 'title', undefined, 'heading'],
    ['Nichts.', 'sentence', undefined, 'none'],
  ]);
  for (const chunk of chunks.slice(0, 3)) expect(title.slice(chunk.start, chunk.end)).toBe(chunk.text);
});
