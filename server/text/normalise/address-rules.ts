import type { SpellingRule } from './spelling.ts';

/** Words of a language for the parts of addresses. */
export interface AddressWords {
  dot: string;
  slash: string;
  at: string;
  hyphen: string;
  underscore: string;
  hashtag: string;
  plus: string;
  /** The name of each digit. */
  digits: readonly string[];
  /** Digits within an address. */
  number(digits: string): string;
}

const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_-]{0,62})';
const endings =
  'com|org|net|info|biz|eu|de|at|ch|fr|be|lu|li|uk|us|ca|ie|it|es|nl|pl|dk|se|no|pt|cz|io|ai|tv|app|dev|news|gov|edu|int|mil|online|shop|' +
  'blog|berlin|hamburg|koeln|paris|wien|bayern|tirol|swiss|media|social|fm|me|co';
const fileEndings =
  'pdf|docx|doc|xlsx|xls|csv|pptx|ppt|txt|rtf|jpg|jpeg|png|gif|svg|webp|mp3|mp4|mov|avi|wav|zip|rar|html|htm|xml|json|exe|dmg|apk|epub|odt|ods|py|js|css|PDF|DOCX|XLSX|JPG|PNG|MP3|MP4|ZIP';
/** A path that people would read out: short, and without a query. */
const longestPath = 60;

/** Web addresses and email addresses. */
export function addressRules(words: AddressWords): SpellingRule[] {
  const email = new RegExp(
    `[\\p{L}\\p{N}][\\p{L}\\p{N}._+-]{0,63}@(?:${label}\\.){1,5}\\p{L}{2,24}(?![\\p{L}\\p{N}@])(\\/[\\p{L}\\p{N}_-]{1,30})?`,
    'uy',
  );
  const web = new RegExp(
    `(?:https?:\\/\\/(?:www\\.)?|www\\.)((?:${label}\\.){1,6}[\\p{L}\\p{N}-]{2,24})(?::\\d{1,5})?(\\/[^\\s<>"“”„»«]{0,2000})?(?![\\p{L}\\p{N}@])`,
    'uiy',
  );
  const bare = new RegExp(
    `((?:${label}\\.){1,4}(?:${endings}))(?![\\p{L}\\p{N}@]|\\.\\p{L}|-)(\\/[^\\s<>"“”„»«]{0,2000})?(?![\\p{L}\\p{N}@])`,
    'uiy',
  );
  const begins = (before: string): boolean => !/[\p{L}\p{N}@._/:-]$/u.test(before);
  const address = (host: string, path: string): { text: string; written: number } => {
    // What ends the sentence is not the address's.
    const kept = path.replace(/[.,;:!?)\]'’]+$/u, '');
    const readable =
      kept.length > 1 && kept.length <= longestPath && /^(?:\/[\p{L}\p{N}_.-]+)+\/?$/u.test(kept);
    const said =
      sayPart(host, words) +
      (readable ? ` ${words.slash} ${sayPart(kept.replace(/^\/|\/$/g, ''), words)}` : '');
    return { text: said, written: path.length - kept.length };
  };
  const file = new RegExp(
    `(${label}(?:\\.${label}){0,2})\\.(${fileEndings})(?![\\p{L}\\p{N}@/_-]|\\.[\\p{L}\\p{N}])`,
    'uy',
  );
  return [
    {
      name: 'file name',
      pattern: file,
      say: ([, name, ending], { before }) =>
        begins(before)
          ? `${sayPart(name!, words)} ${words.dot} ${/\d/.test(ending!) ? sayPart(ending!.toUpperCase().replace(/\D/g, '$& '), words) : Array.from(ending!.toUpperCase()).join(' ')}`
          : null,
    },
    {
      name: 'e-mail address',
      pattern: email,
      say: ([found, path = ''], { before }) => {
        if (!begins(before)) return null;
        const [local = '', domain = ''] = found.slice(0, found.length - path.length).split('@');
        const after = path.length > 1 ? ` ${words.slash} ${sayPart(path.slice(1), words)}` : '';
        return `${sayPart(local, words)} ${words.at} ${sayPart(domain, words)}${after}`;
      },
    },
    {
      name: 'web address',
      pattern: web,
      say: ([found, host = '', path = ''], { before }) => {
        if (!begins(before)) return null;
        const { text, written } = address(host, path);
        return { text, length: found.length - written };
      },
    },
    {
      name: 'web address without www',
      pattern: bare,
      say: ([found, host = '', path = ''], { before }) => {
        // "Ende.Das ist" is two sentences that lack a space; domains are in small letters, or have a capital
        // in each part.
        if (!begins(before) || /\.\p{Lu}\p{Ll}*$/u.test(host)) return null;
        const { text, written } = address(host, path);
        return { text, length: found.length - written };
      },
    },
  ];
}

/** Hashtags and mentions: at `#` and `@`. */
export function tagRules(words: AddressWords): SpellingRule[] {
  return [
    {
      name: 'hashtag',
      pattern: /#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/uy,
      say: ([, tag], { before }) =>
        /[\p{L}\p{N}&#]$/u.test(before) || tag!.length > 100
          ? null
          : `${words.hashtag} ${sayTag(tag!, words)}`,
    },
    {
      name: 'mention',
      pattern: /@([\p{L}\p{N}_][\p{L}\p{N}_.]{0,98}[\p{L}\p{N}_]|[\p{L}\p{N}_])/uy,
      say: ([, name], { before }) =>
        /[\p{L}\p{N}@.]$/u.test(before) ? null : `${words.at} ${sayPart(name!, words)}`,
    },
  ];
}

const sayTag = (tag: string, words: AddressWords): string =>
  tag
    .replace(/_+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/\d+/g, (digits) => ` ${words.number(digits)} `)
    .replace(/ {2,}/g, ' ')
    .trim();

const sayPart = (
  part: string,
  { dot, slash, hyphen, underscore, plus, number, digits }: AddressWords,
): string =>
  part
    .replace(/\d+|[./_+-]/g, (found) =>
      /\d/.test(found)
        ? ` ${found.length > 2 ? Array.from(found, (digit) => digits[Number(digit)]!).join(' ') : number(found)} `
        : ` ${{ '.': dot, '/': slash, '-': hyphen, _: underscore, '+': plus }[found]!} `,
    )
    .replace(/ {2,}/g, ' ')
    .trim();
