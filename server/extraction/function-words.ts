/**
 * Words that sentences are held together with, by language: they tell prose from lists, and one language from
 * another.
 */
const words: Record<string, string> = {
  de:
    'der die das und ist nicht ein eine einen einem einer den dem des mit auf für von zu im in sich auch als an es er sie wir ich ' +
    'ihr nach bei aus wie wird werden wurde hat haben war sind oder aber dass noch nur so zum zur über um vor durch kann wenn mehr ' +
    'sein ihre seine diese dieser dieses man',
  en:
    'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were ' +
    'all her she there would their we him been has when who will no more if out so up said what its about than into them can only ' +
    'other',
  fr:
    'le la les de des du et un une est en que qui dans pour pas sur au aux avec ce cette ces il elle ils elles nous vous je par ' +
    'plus ne se son sa ses leur mais ou où comme été être sont a ont fait tout même',
  es:
    'el la los las de del y un una es en que por para no con se su sus al lo como más pero este esta estos fue ha han son sin sobre ' +
    'también entre hasta desde cuando muy ya todo nos le',
  it:
    'il lo la i gli le di del della dei delle e un una è in che per non con si su al alla da dal dalla come più ma questo questa ' +
    'sono ha hanno anche nel nella ai alle suo sua',
  pt:
    'o a os as de do da dos das e um uma é em no na nos nas que por para não com se seu sua ao à como mais mas este esta foi são ou ' +
    'também pelo pela entre até quando muito já',
  nl:
    'de het een en van ik te dat die in is niet op aan met als voor er maar om dan zou of wat mijn men dit zo door over ze zich bij ' +
    'ook tot je naar heeft hebben deze worden werd nog zijn kan geen uit wel',
  pl:
    'i w na z do nie się że to jest o jak po co tak za od przez ale dla był była było są ma być tym tego przy oraz które który ' +
    'która już tylko jego jej ich czy może także',
  cs:
    'a v se na je že o s z do i to jako za by pro tak po jsem ale jeho jsou od který která které při podle bylo byl byla být nebo ' +
    'už také ve',
  sv:
    'och i att det som en på är av för med den till inte har de ett om han var jag från vi så men hon eller sig kan nu även vid ' +
    'efter när över också',
  da:
    'og i at det som en på er af for med den til ikke har de et om han var jeg fra vi så men hun eller sig kan nu også ved efter ' +
    'når over blev',
  nb:
    'og i at det som en på er av for med den til ikke har de et om han var jeg fra vi så men hun eller seg kan nå også ved etter ' +
    'når over ble',
  fi: 'ja on ei se että oli hän mutta ovat kun niin myös joka jos tai sen ole mukaan vain kuin sitä jo nyt ollut olla voi',
  tr: 've bir bu da de için ile çok daha olarak olan gibi kadar sonra ne var ama en o ki değil ise her',
  hu: 'a az és hogy nem is egy ez volt meg de csak már azt mint ki el vagy még mert van lesz kell',
  ro: 'și în de la cu pe o un nu că din este a se pentru mai care sunt au fost al ale prin după dar sau',
  ru: 'и в не на что с по это как а но он к у из за от так же для бы его было был была о все она они мы до или также при после',
  uk: 'і в не на що з по це як а але він до у із за від так же для би його було був була про все вона вони ми або також при після й та',
  el: 'και το να του της η ο τα με για που από στο την τη θα δεν είναι στην οι των ότι τον σε μια ένα',
};

export const languages = Object.keys(words);
const languagesOfWord = new Map<string, number[]>();
languages.forEach((language, at) => {
  for (const word of new Set((words[language] ?? '').split(' ')))
    languagesOfWord.set(word, [...(languagesOfWord.get(word) ?? []), at]);
});

export function isFunctionWord(word: string): boolean {
  return languagesOfWord.has(word);
}

/** Scripts that one language alone is written in, or that tell enough. */
const scripts: readonly [language: string, pattern: RegExp][] = [
  ['ja', /[\u3040-\u30FF]/g],
  ['ko', /[\uAC00-\uD7AF]/g],
  ['zh', /[\u4E00-\u9FFF]/g],
  ['ar', /[\u0600-\u06FF]/g],
  ['he', /[\u0590-\u05FF]/g],
  ['th', /[\u0E00-\u0E7F]/g],
  ['hi', /[\u0900-\u097F]/g],
  ['ka', /[\u10A0-\u10FF]/g],
  ['hy', /[\u0530-\u058F]/g],
];

/**
 * The language that a text is written in, by its script and its function words; null where neither tells
 * clearly.
 */
export function languageOfText(text: string): string | null {
  const sample = text.slice(0, 6_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 60) return null;
  const kana = sample.match(/[\u3040-\u30FF]/g)?.length ?? 0;
  for (const [language, pattern] of scripts) {
    const count =
      (sample.match(pattern)?.length ?? 0) + (language === 'ja' && kana > 0.1 * letters ? letters - kana : 0);
    if (count > 0.5 * letters) return language;
  }
  const found = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (found.length < 40) return null;
  const scores = languages.map(() => 0);
  for (const word of found)
    for (const at of languagesOfWord.get(word) ?? []) scores[at] = (scores[at] ?? 0) + 1;
  const ranked = scores
    .map((score, at) => ({ score, language: languages[at] ?? '' }))
    .sort((a, b) => b.score - a.score);
  const [best, next] = ranked;
  return best && next && best.score >= 0.15 * found.length && best.score >= 1.25 * next.score
    ? best.language
    : null;
}

/** Languages that share so many words that a short text tells them apart badly. */
const kin: readonly (readonly string[])[] = [
  ['da', 'nb', 'no', 'nn', 'sv'],
  ['cs', 'sk'],
  ['es', 'ca', 'gl', 'pt'],
  ['ru', 'uk', 'be', 'bg'],
  ['hr', 'sr', 'bs', 'sl'],
  ['nl', 'af'],
  ['zh', 'yue'],
  ['id', 'ms'],
];

/**
 * The language of an article: as its page says, but that of the text where the page is clearly wrong, as
 * templates' settings are.
 */
export function languageOfArticle(declared: string | null, text: string): string | null {
  const heard = languageOfText(text);
  if (heard === null) return declared;
  const primary = declared?.split('-')[0]?.toLowerCase() ?? null;
  if (primary === null) return heard;
  return primary === heard || kin.some((family) => family.includes(primary) && family.includes(heard))
    ? declared
    : heard;
}
