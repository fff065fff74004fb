/** How far two sounds, or two letters, are from each other: 0 the same, 1 nothing in common. */
function between(a: string, b: string): number {
  if (a === b) return 0;
  const [first, second] = [plain(a), plain(b)];
  if (first === second) return 0.1;
  if (isVowel(first) && isVowel(second)) return 0.5;
  return kin.some((group) => group.includes(first) && group.includes(second)) ? 0.3 : 1;
}

/** Without length and the like. */
const plain = (sound: string): string => sound.normalize('NFD').replace(/[ːˑ\p{M}:]/gu, '') || sound;
const isVowel = (sound: string): boolean => /^[aeiouyæɐɑɒɔəɚɛɜɝɪøœʊʌʏɨʉäöü]/u.test(sound);
/** Consonants that differ only in voicing, or sound alike in some region. */
const kin = 'p b|t d|k ɡ g c q|f v w|s z|ʃ ʒ ç|ɾ r ʁ ɹ ɐ|x χ ç h|θ s f|ð d z|n ŋ m|tʃ dʒ ʃ|ts s z|l ɫ'
  .split('|')
  .map((group) => group.split(' '));

/** Returns the cost of inserting or omitting a sound: short ones are barely audible. */
const gap = (sound: string): number => (/^[əɐɜʔhɾ]/u.test(sound) ? 0.5 : 1);

/**
 * How different two words sound, by their sounds or letters: 0 alike, 1 altogether. Levenshtein's distance,
 * weighted by how near sounds are, for each of the longer one's.
 */
export function soundDistance(one: readonly string[], other: readonly string[]): number {
  const longest = Math.max(one.length, other.length);
  if (longest === 0) return 0;
  let before = new Float64Array(other.length + 1);
  for (let j = 0; j < other.length; j++) before[j + 1] = before[j]! + gap(other[j]!);
  for (const sound of one) {
    const row = new Float64Array(other.length + 1);
    row[0] = before[0]! + gap(sound);
    for (let j = 0; j < other.length; j++)
      row[j + 1] = Math.min(
        before[j]! + between(sound, other[j]!),
        before[j + 1]! + gap(sound),
        row[j]! + gap(other[j]!),
      );
    before = row;
  }
  return Math.min(1, before[other.length]! / longest);
}
