import { describe, expect, it } from 'vitest';
import { extractArticle } from './extract-article.ts';

const paragraphs = [
  'Die Fähre nach Halmö fährt ab Montag wieder im Stundentakt, nachdem die Werft den Schaden am Ruder in nur neun Tagen behoben hat.',
  'Kapitänin Jorun Alvestad sagte am Kai, die Besatzung habe die Pause genutzt, um die Rettungsboote zu prüfen und neue Leinen zu spleißen.',
  'Auf der Insel hatten sich unterdessen die Regale geleert, weil das Ersatzschiff nur halb so viele Wagen mitnehmen konnte wie sonst.',
  'Der Gemeinderat berät im Herbst über ein zweites Schiff, für das sich vor allem die Fischer und die Betreiber der Pensionen einsetzen.',
  'Bis dahin gilt der Sommerfahrplan weiter, der an Wochenenden zwei zusätzliche Abfahrten am späten Abend vorsieht.',
  'Wer mit dem Rad kommt, braucht wie bisher keine Reservierung, sollte aber zwanzig Minuten vor der Abfahrt am Anleger sein.',
];

/** The text of a page with something put before one of its paragraphs, or behind the last. */
function textWith(html: string, before: number): string {
  const body = paragraphs.map((text, at) => (at === before ? html : '') + `<p>${text}</p>\n`).join('');
  const page = `<!doctype html><html lang="de"><head><title>Fähre fährt wieder | Inselblatt</title></head><body>
    <header><nav><ul><li><a href="/a">Insel</a></li><li><a href="/b">Hafen</a></li></ul></nav></header>
    <main><article><h1>Fähre fährt wieder</h1><div class="text">${body}${before === paragraphs.length ? html : ''}</div></article></main>
    <footer><p>© Inselblatt</p><a href="/i">Impressum</a></footer></body></html>`;
  return extractArticle(page).text;
}

const inside = 2;
const end = paragraphs.length;
const whole = paragraphs.join('\n\n');

describe('boxes without a telling class name', () => {
  it.each([
    // Embedded content that waits for consent
    [
      '<div class="k7"><p>Hier sollte ein Video von YouTube stehen. Wenn Sie es ansehen möchten, müssen Sie zustimmen, dass Daten an Google übertragen werden.</p></div>',
      inside,
    ],
    [
      '<div class="k7"><h4>Empfohlener externer Inhalt</h4><p>Um diese Karte zu sehen, akzeptieren Sie bitte die Cookies des Anbieters.</p><p>Datenschutz</p></div>',
      inside,
    ],
    [
      '<p>Dieser Beitrag wird von einem externen Anbieter geladen. Dabei können Daten übertragen werden.</p>',
      inside,
    ],
    ['<div><p>Zum Schutz Ihrer Privatsphäre haben wir den Tweet blockiert.</p></div>', inside],
    ['<div><p>This map is provided by a third party. Please accept cookies to load it.</p></div>', inside],
    [
      '<div><p>Cette vidéo est hébergée par un tiers. En cliquant, vous acceptez ses cookies.</p></div>',
      inside,
    ],
    [
      '<div role="dialog"><p>Die Partner erhalten dabei Auskunft über die Nutzung der Seite und des Geräts, auch jenseits der Grenzen.</p></div>',
      0,
    ],
    // Subscriptions
    [
      '<div class="k7"><h3>Jetzt weiterlesen</h3><p>Alle Inhalte der Insel: ein Monat für 1 €, danach 8,90 € monatlich.</p><ul><li>Weniger Werbung</li><li>Digitale Ausgabe am Vorabend</li></ul><p>Monatlich kündbar</p></div>',
      end,
    ],
    [
      '<div><p>Dieser Artikel ist nur für Mitglieder. Werden Sie jetzt Mitglied und lesen Sie weiter.</p></div>',
      end,
    ],
    [
      '<section><p>Sie haben diesen Monat noch zwei kostenlose Artikel im Monat frei. Registrieren Sie sich, um weiter zu lesen.</p></section>',
      end,
    ],
    [
      '<section><h2>Keep reading with Island Plus</h2><p>Unlimited access from £2 a month. Cancel any time.</p><p>Already a subscriber? Log in</p></section>',
      end,
    ],
    [
      '<section><p>Abonnez-vous pour lire la suite : 2 € par mois, sans engagement.</p><p>Déjà abonné ? Connectez-vous</p></section>',
      end,
    ],
    // Newsletters and channels
    [
      '<div><h4>Inselpost</h4><p>Geschichten vom Kai, jeden Freitag von Ida Berg.</p><form><input type="email"><button>Los</button></form></div>',
      inside,
    ],
    [
      '<div><p><b>Hafenfunk</b></p><p>Was morgen wichtig wird, jeden Abend in Ihrem Postfach.</p></div>',
      inside,
    ],
    ['<p>Melden Sie sich jetzt für unseren Newsletter an.</p>', inside],
    ['<div><p>Sign up for our free newsletter and get the island’s news every morning.</p></div>', inside],
    ['<div><p>Folgen Sie unserem WhatsApp-Kanal und verpassen Sie nichts mehr.</p></div>', inside],
    ['<div><p>Aktivieren Sie unsere Push-Nachrichten, um auf dem Laufenden zu bleiben.</p></div>', inside],
    ['<div><p>Laden Sie sich die Insel-App herunter!</p></div>', inside],
    // Tools
    [
      '<div class="k7"><span>4:10</span><span>Speichern</span><span>Drucken</span><span>Teilen</span></div>',
      0,
    ],
    ['<ul class="k7"><li>Artikel merken</li><li>Per E-Mail versenden</li><li>Link kopieren</li></ul>', 0],
    ['<div class="k7"><a href="#">Écouter l’article</a><a href="#">Partager</a></div>', 0],
    ['<div class="k7"><span>3 min read</span><span>Share</span><span>Save</span></div>', 0],
    // Sentences lifted out of the text
    ['<aside><p>Das Ersatzschiff konnte nur halb so viele Wagen mitnehmen</p></aside>', inside],
    ['<blockquote class="k7"><p>„Die Besatzung hat die Pause genutzt“</p></blockquote>', inside],
    ['<div class="k7">Keine Reservierung für das Rad, aber zwanzig Minuten vor der Abfahrt</div>', 99],
    // Agencies and initials
    ['<p>(dpa/lno)</p>', end],
    ['<p>ib/jal</p>', end],
    ['<p>Mit Material von AFP und dpa</p><p>jal</p>', end],
    ['<p>© dpa-infocom</p>', end],
    ['<p>Dieser Text stammt von der Nachrichtenagentur dpa und wurde automatisch übernommen.</p>', end],
    ['<p>The post <a href="/p">Ferry</a> appeared first on <a href="/">Island</a>.</p>', end],
    ['<p>Der Artikel <a href="/p">Fähre</a> erschien zuerst auf <a href="/">Inselblatt</a>.</p>', end],
  ])('%s', (html, before) => expect(textWith(html, before)).toBe(whole));

  it.each([
    'Das Inselticket kostet künftig 39 Euro im Monat, das Abo ist jederzeit kündbar.',
    'Die Gemeinde will einen eigenen WhatsApp-Kanal einrichten und einen Newsletter verschicken.',
    'Ohne Einwilligung dürfen personenbezogene Daten nicht an Dritte übermittelt werden, urteilte das Gericht.',
    'Wer eine Karte für das Hafenfest möchte, kann sich bis Freitag im Rathaus anmelden; sie kostet 5 Euro.',
    'Im ersten Jahr kostet der Zugang zur Bibliothek 20 Euro, danach 30 Euro.',
    '„Melden Sie sich jetzt für unseren Newsletter an“, habe auf dem Schild gestanden, sagte sie.',
    'Der Beitrag erschien zuerst im Amtsblatt und löste eine Debatte aus.',
    'Ja.',
  ])('an article may contain: %s', (sentence) =>
    expect(textWith(`<p>${sentence}</p>`, inside)).toContain(sentence),
  );

  it('quotations with content of their own are kept', () => {
    const quote =
      '<blockquote><p>„Auf so eine Werft kann man stolz sein, das sage ich allen“</p></blockquote>';
    expect(textWith(quote, inside)).toContain('stolz');
  });

  it('an article about newsletters is not treated as a newsletter box', () => {
    const page = (text: string) => `<html><body><article><h1>Post</h1>${text}</article></body></html>`;
    const own = Array.from(
      { length: 5 },
      (_, at) =>
        `<p>Schritt ${at + 1}: Melden Sie sich jetzt für den Newsletter der Stadt an, am besten noch heute.</p>`,
    );
    expect(extractArticle(page(own.join(''))).text).toContain('Schritt 3');
  });
});

it('texts with doubtful paragraphs have low confidence', () => {
  const confidenceWith = (html: string): number =>
    extractArticle(
      `<html lang="de"><body><main><article><h1>Fähre</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}${html}</article></main></body></html>`,
    ).confidence;
  const sure = confidenceWith('');
  expect(sure).toBeGreaterThan(0.8);
  for (const html of [
    '<p>Unser Premium-Angebot ist auch ohne Datenschutzerklärung gut.</p>',
    '<p>MeinInselblatt AboMehr Vorteile</p>',
    '<p>Was am Kai sonst noch geschah und geschieht</p>',
    '<p>Text \\begin{matrix} und so.</p>',
  ])
    expect(confidenceWith(html), html).toBeLessThan(0.8);
  for (const html of [
    '<p>Il faut attendre ; le bac ne part pas avant midi , dit le capitaine.</p>',
    '<p>I am sure. A le fin, the bus has no toilet on board.</p>',
    '<p>Der neue Name lautet Insel&lt;Jahr&gt;.</p>',
    '<p>Cookies aus der Bordküche schmecken den Gästen seit vielen Jahren, und der Bäcker der Insel liefert Nachschub an jedem Morgen vor der ersten Abfahrt frisch an den Kai, wo Kinder auf Reste warten.</p>',
    '<p>Ein Kai</p><p>Ein Schiff</p><p>Ein Meer</p>',
  ])
    expect(confidenceWith(html), html).toBeGreaterThan(0.8);
});
