import { reviewMessages } from '../messages.ts';
import { matches, quoteWord, type Finder } from './finding.ts';

/** Units that voices spell or leave out, behind a figure. */
const units = String.raw`(?<=\d\s?)(?:[kMGT]Wh|[kMGT]?W[hp]|km\/h|mph|m\/s|[kcmµ]?m[²³]|[mµ]g(?:\/[a-zA-Zµ³]+)?|hPa|[kM]bit\/s|[MGT]B\/s|l\/100\s?km|°[CF]|dB(?:\(A\))?|ppm)(?![\p{L}\d])`;
/** Abbreviations that voices spell out, or mistake for the end of a sentence. */
const shortened = String.raw`(?<![\p{L}\d.])(?:i\. ?d\. ?R\.|o\. ?[äÄ]\.|u\. ?U\.|v\. ?a\.|m\. ?E\.|z\. ?T\.|zzgl\.|ggf\.|evtl\.|Hrsg\.|vgl\.|Abs\.|Abb\.|Tsd\.|approx\.|dept\.|Dept\.|est\.|incl\.|excl\.|cf\.|ibid\.|viz\.|env\.|ap\. ?J\.-C\.|av\. ?J\.-C\.|p\. ?ex\.)(?!\p{L})`;
const pattern = new RegExp(`${units}|${shortened}`, 'gu');

/** Finds abbreviations and units that normalization left as they are. */
export const abbreviation: Finder = {
  severity: 'hint',
  description: 'An abbreviation or unit that is not spelled out.',
  find: (article) =>
    matches(
      article,
      () => pattern,
      (word) => reviewMessages.FOUND_ABBREVIATION({ word: quoteWord(word) }),
    ),
};
