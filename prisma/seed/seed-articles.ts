/** An article of the demo's newspapers, all of them invented. Paragraphs are separated by blank lines. */
export interface DemoArticle {
  slug: string;
  title: string;
  text: string;
}

export const english: DemoArticle[] = [
  {
    slug: 'night-ferry',
    title: 'Night ferry returns to the harbour after eleven years',
    text: `Shortly before midnight on Friday, the ferry Halcyon will leave the east pier with room for 240 passengers and, for the first time since 2015, nobody will have to run for the last bus.

The town council agreed on a trial of nine months. A single crossing costs 3.80 euros, and holders of a season ticket travel free of charge. "People asked for it at every meeting," said Mayor Ruth Calder. "At some point you stop explaining why it cannot be done, and you do it."

The crew of six was trained over the summer. Two of them sailed on the old ferry, and still remember which of the gulls expects to be fed.

If the trial works, the council wants to decide by May. Until then the Halcyon sails from Thursday to Sunday, at eleven and at half past twelve.`,
  },
  {
    slug: 'library-of-things',
    title: 'The library that lends drills',
    text: `A power drill is used for thirteen minutes in its whole life. That number may be wrong, Tom Okafor says, but it is close enough to make you think.

In the basement of the public library on Mill Street he now lends out 412 objects that are not books: ladders, sewing machines, a telescope, three cake stands. Members pay nothing for the first week.

The most popular thing so far surprised everybody. It is a machine for cleaning carpets, and there is a waiting list until spring.`,
  },
  {
    slug: 'quiet-street',
    title: 'What happened when Mill Street went quiet',
    text: `For six weeks no cars drove through Mill Street. Researchers of the technical college counted people instead.

On an ordinary Tuesday they found 61 percent more pedestrians than in the year before, and about twice as many children. Sales in the shops rose slightly. Deliveries took four minutes longer on average.

"The interesting part is what people did not do," said Dr. Ines Falk, who led the study. "They did not leave at once. They stood around and talked."`,
  },
];

export const german: DemoArticle[] = [
  {
    slug: 'glocken',
    title: 'Die Glocken von Sankt Anna läuten wieder',
    text: `Nach drei Jahren Bauzeit haben am Sonntag, dem 15. November, zum ersten Mal wieder alle fünf Glocken der Annenkirche geläutet. Rund 800 Menschen standen auf dem Marktplatz und hörten zu.

Die größte Glocke wiegt 2,4 Tonnen und stammt aus dem Jahr 1768. Ein feiner Riss hatte sie verstummen lassen. Eine Werkstatt in der Nähe schweißte sie bei 300 Grad, bevor sie zurück in den Turm gehoben wurde.

„Man hört den Unterschied, wenn man ihn kennt“, sagte Glockenmeister Peter Lindner. „Alle anderen hören einfach, dass etwas wieder da ist, was gefehlt hat.“`,
  },
  {
    slug: 'nachtzug',
    title: 'Mehr Platz im Nachtzug',
    text: `Wer nachts durch Europa reist, braucht bald weniger Glück. Vom 13. Dezember an fahren auf der Strecke nach Süden zwei zusätzliche Schlafwagen, z. B. für Familien mit kleinen Kindern.

Die Nachfrage war im vergangenen Jahr um ein Viertel gestiegen. An manchen Wochenenden im Juli waren alle Betten schon im März verkauft.

Billiger wird die Fahrt nicht. Ein Bett im Abteil für vier Personen kostet ab 59 Euro, und das Frühstück bleibt, wie es war.`,
  },
];

export const french: DemoArticle[] = [
  {
    slug: 'marche-couvert',
    title: 'Le marché couvert rouvre ses portes',
    text: `Après deux ans de travaux, le marché couvert accueille de nouveau ses marchands. Samedi matin, quarante-six étals attendaient les premiers clients sous la verrière restaurée.

La ville a investi 7,2 millions d’euros. Le sol a été refait, l’éclairage consomme trois fois moins d’électricité, et l’eau de pluie sert à nettoyer les allées.

« Nous avons gardé les vieux crochets au plafond », raconte la bouchère Hélène Morin. « Ils ne servent à rien, mais sans eux ce ne serait plus notre marché. »`,
  },
  {
    slug: 'phare',
    title: 'Une nuit au phare',
    text: `Le phare de la Pointe Grise ne guide plus les bateaux depuis 1998. Depuis cet automne, il héberge des visiteurs.

Il faut monter cent trente-deux marches avec son sac, et il n’y a ni télévision ni réseau. En échange, la lumière du matin entre par huit fenêtres à la fois.

Les réservations sont ouvertes jusqu’en juin. Les gardiens promettent du café chaud, et un silence que l’on n’oublie pas.`,
  },
];

/**
 * An article's address, with its day: as newspapers have it, and as the reader of websites tells articles
 * from other pages.
 */
export const demoAddress = (path: string, article: DemoArticle, index: number): string =>
  `${path}/${demoDay(index).toISOString().slice(0, 10).replaceAll('-', '/')}/${article.slug}`;
/** Fixed, so that the feed's entity tag stays the same. */
export const demoDay = (index: number): Date => new Date(Date.UTC(2026, 10, 2 + index, 6));
