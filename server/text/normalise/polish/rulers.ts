import { capital } from '../abbreviation-rules.ts';
import type { RomanWords } from '../roman-rules.ts';
import { endingFor } from './agreement.ts';
import { cardinal, ordinal, type OrdinalEnding } from './numbers.ts';

/** Stems of rulers' names, without the endings that cases put to them. */
const men =
  /^(?:Jan|Paw[eł]ł?|Zygmunt|Władysław|Bolesław|Mieszk|Kazimierz|Stanisław|August|Benedykt|Karol|Ludwik|Fryderyk|Mikołaj|Aleksand(?:e?r)|Filip|Leon|Pius|Henryk|Jerz|Wilhelm|Franciszk|Franciszek|Napoleon|Iwan|Piotr|Grzegorz|Klemens|Sykstus|Juliusz|Bonifac|Innocent|Urban|Ryszard|Edward|Ferdynand|Juan|Carlos|Filip|Albert|Leopold|Gustaw|Adolf|Eryk|Chrystian|Harald|Olaf|Rudolf|Maksymilian|Józef|Otto|Konstantyn|Ramzes|Leszk|Przemysł|Wacław)(?:a|owi|em|iem|u|o|y|ego|emu|i|ie)?$/u;
const women = /^(?:Elżbiet|Katarzyn|Mari|Izabel|Wiktori|Krystyn|Małgorzat)(?:a|y|i|ie|ę|ą|ii)$/u;

function endingOf(name: string): OrdinalEnding {
  if (women.test(name)) return /[ąę]$/.test(name) ? 'ą' : name.endsWith('a') ? 'a' : 'ej';
  if (/(?:owi|emu)$/.test(name)) return 'emu';
  if (/(?:em|iem)$/.test(name)) return 'ym';
  return /(?:a|ego)$/.test(name) ? 'ego' : 'y';
}

/** Roman numerals of Polish: centuries, wars, rulers. */
export const romans: RomanWords = {
  isRuler: (name) => men.test(name) || women.test(name),
  ofRuler: (value, name) =>
    ordinal(value, endingOf(name)).replace(/(?:^|\s)\p{L}/gu, (letter) => letter.toUpperCase()),
  ordinalNoun:
    /^(?:wiek\p{Ll}*|w|wojn\p{Ll}+|Wojn\p{Ll}+|Rzecz\p{L}+|lig\p{Ll}+|liceum|edycj\p{Ll}+|kadencj\p{Ll}+|[Kk]ongres\p{Ll}*|[Ff]estiwal\p{Ll}*|dynasti\p{Ll}+|kwarta\p{Ll}+|[Zz]jazd\p{Ll}*|[Kk]onkurs\p{Ll}*|pięt\p{Ll}+|rozbi\p{Ll}+|etap\p{Ll}*|tur\p{Ll}+|półrocz\p{Ll}+|filar\p{Ll}*|instancj\p{Ll}+|klas\p{Ll}+|stop\p{Ll}+|RP)$/u,
  ordinal: (value, noun, before) => {
    if (noun === 'RP') return capital(ordinal(value, before.trim() === '' ? 'a' : 'ej'));
    const said = ordinal(value, endingFor(noun === 'w' ? 'wieku' : noun.toLowerCase(), before));
    return before.trim() === '' ? capital(said) : said;
  },
  countedBefore:
    /(?:^|[\s(„"])(?:rozdział\p{Ll}*|tom\p{Ll}*|akt\p{Ll}*|częś\p{Ll}+|faz\p{Ll}+|typ\p{Ll}*|tytuł|grup\p{Ll}+|scen\p{Ll}+|poziom\p{Ll}*|załącznik|stref\p{Ll}+|kategori\p{Ll}+)\s$/iu,
  cardinal: (value) => cardinal(value),
};
