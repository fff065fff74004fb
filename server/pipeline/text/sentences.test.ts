import { describe, expect, it } from 'vitest';
import { sentenceRanges } from './sentences.ts';

/** Each golden is a paragraph with ` | ` between its sentences. */
const goldens: Record<string, string[]> = {
  en: [
    'Mr. Smith met J. R. R. Tolkien at the U.S. Government offices. | He lives in the U.S. | The end.',
    '"Come here!" he said. | "Go." | She left.',
    '“Really?” asked Ms. O’Neil. | “Yes,” he said. | “It is 3.5 million.”',
    'No. 5 is alive. | He said no. | Then he left... | And he came back… | Then he slept.',
    'Bring fruit, e.g. Apples, at 5 p.m. on Monday. | At 5 p.m. | The show began.',
    'Acme Inc. announced it on Jan. 5. | George W. Bush spoke. | Prof. Dr. Lee, Ph.D. of Yale, agreed.',
    '(This is a remark.) | This is none (see fig. 3 and p. 12).',
    'Wait... what? | Yahoo! announced a deal. | iPhone sales rose. | So did I. | The rest fell.',
    '1. Introduction to the matter. | It is short.',
    'He paid $3.50 to a@b.example.com via www.example.org/?a=1.b&c. | Then it rained.',
    'Version 2.0.1 is out! | Is it better?! | Yes.',
    'The vote [...] was close. | It was St. Patrick’s Day on Main St. | The bells rang.',
    'She moved from Washington, D.C. to Paris. | He (b. 1950) stayed. | What a day!',
  ],
  de: [
    'Am 3. März kam Dr. Müller z. B. nach Berlin. | Er blieb bis zum 19. Jahrhundert.',
    '„Komm her!“, sagte sie. | „Geh!“ rief er. | „Nein.“ | Dann ging er.',
    'Sie kaufte Äpfel, Birnen usw. | Danach ging sie. | Das waren 12. | Danach kam niemand.',
    'Er zahlte 3,5 Mio. Euro für die Hauptstr. 5 in St. Gallen. | Das ist viel.',
    'J. R. R. Tolkien schrieb es. | Ludwig XIV. war König. | Papst Johannes Paul II. besuchte Polen.',
    'Am 24.12. Feier ab 12.30 Uhr. | Es war 2020. | Danach kam 2021.',
    'Das ist die Nr. 5. | Aber nicht die Nr. 6. | Sie wurde 2. Siegerin.',
    'D. h. Haus, i. d. R. Montag, u. a. Hunde und d. h. Katzen. | Schluss.',
    'Das … Haus … steht. | Er ging… | Dann kam er. | Die Abb. 3 zeigt es (vgl. S. 12 ff.).',
    'Im 2. Weltkrieg fiel die 3. Division. | Am 1. FC Köln scheiterte der 1. FC Nürnberg. | Es ist der 100. Geburtstag.',
    'Die 1. Bundesliga startet am Sa. um 15 Uhr. | Prof. Dr. med. Weiß kommt.',
    'Wer kommt? | Niemand! | Ach so... | Und was nun?',
    '1. Die Einleitung ist lang. | Sie endet.',
    'Die Bahn AG (Sitz: Berlin) fährt. | »Gut«, sagte er. | »Sehr gut.« | Er lachte.',
    'Das Unternehmen hat ca. 50 Mitarbeiter bzw. Helfer, inkl. Leitung. | Sie arbeiten von Mo. bis Fr. durchgehend.',
  ],
  fr: [
    'M. Dupont est arrivé. | « Viens ! » dit-elle. | « Pars ! » | Il est parti.',
    'En 50 av. J.-C. | Les Romains arrivèrent. | Mme. Curie, p. ex. Marie, etc. | Le reste suivit.',
    'M. Le Pen parle. | Le n° 5. | L’art. 12 du code. | L’homme est là ! | Il dort.',
    'Elle hésita… | Puis elle partit. | « C’est… difficile », dit-il.',
    'Le Dr. Martin (né en 1950) habite bd. Voltaire. | Il a payé 3,5 millions.',
    'Qui vient ? | Personne ! | Ah bon... | Et alors ?',
    'Selon J. Dupond, le prix (cf. p. 12) monte. | Il baissera.',
  ],
  es: ['¿Qué tal? | ¡Bien! | El Sr. García llegó. | La Dra. López no.'],
  it: ['Il sig. Rossi è qui. | Arriva il dott. Bianchi. | Bene!'],
  nl: ['Dhr. Jansen komt, d.w.z. misschien. | Hij heeft bijv. Griep. | Jammer.'],
  pt: ['O Sr. Silva chegou. | A Dra. Costa não. | Tudo bem?'],
  ja: ['「行く。」と言った。 | 彼は寝た。 | これは？ | はい！'],
  'zh-CN': ['你好。 | “你好！” | 他说。 | 价格是3.5元。'],
  ar: ['مرحبا. | كيف حالك؟ | أنا بخير.'],
  hi: ['नमस्ते। | कैसे हो?'],
  ru: ['Он пришёл. | Кто там? | Никого!'],
  el: ['Τι κάνεις; | Καλά.'],
  'not a language': ['One. | Two.'],
};

describe('sentenceRanges', () => {
  const cases = Object.entries(goldens).flatMap(([language, paragraphs]) => paragraphs.map((golden) => [language, golden] as const));
  it.each(cases)('%s: %s', (language, golden) => {
    const separator = /ja|zh/.test(language) ? '' : ' ';
    const paragraph = golden.replaceAll(' | ', separator);
    const found = sentenceRanges(paragraph, language).map(({ start, end }) => paragraph.slice(start, end));
    expect(found.join(' | ')).toBe(golden);
  });
});
