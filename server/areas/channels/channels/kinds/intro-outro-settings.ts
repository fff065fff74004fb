import { settingGroup, text } from '../../../../kernel/settings.ts';

const spoken = (what: string) =>
  text({ description: `Text spoken ${what}. Empty for none.`, default: '', max: 300, format: 'lines' });
const sound = (what: string) =>
  text({
    description: `Sound played ${what}: base name of its file. Null for none.`,
    default: null,
    format: 'sound',
  });

/** Audio played around the articles. */
export const introOutroSettings = settingGroup({
  introText: spoken('before the first article'),
  introAudio: sound('at the beginning'),
  outroText: spoken('after the last article'),
  outroAudio: sound('at the end'),
  nextNewsAudio: sound('between two articles'),
});
