/**
 * What the threads, teasers and galleries say that are grafted below pages, in the languages of most pages.
 */
export interface GraftTexts {
  names: readonly string[];
  /** Sentences of readers. */
  comments: readonly string[];
  captions: readonly string[];
  /** Headings of threads; `#` stands for their number. */
  threads: readonly string[];
  /** Headings of teasers. */
  more: readonly string[];
  reply: readonly string[];
  ago: readonly string[];
  says: string;
  readMore: string;
}

export const graftTexts: Readonly<Record<'de' | 'en' | 'fr', GraftTexts>> = {
  de: {
    names: [
      'Klaus M.',
      'wanderfalke77',
      'Sabine Rott',
      'Gast',
      'Dr. Peter H.',
      'tinka',
      'Anonym',
      'Uwe aus Kiel',
    ],
    comments: [
      'Das sehe ich ganz anders, und zwar aus eigener Erfahrung.',
      'Danke für den Artikel, endlich sagt es einmal jemand.',
      'Wer das bezahlen soll, steht natürlich wieder nirgends.',
      'Ich wohne seit zwanzig Jahren dort und kann nur den Kopf schütteln.',
      'Schon mal daran gedacht, dass nicht jeder ein Auto hat?',
      '@Vorredner: Bitte erst lesen, dann schreiben.',
      'In der Überschrift steht etwas anderes als im Text, schade.',
      'Früher war das in unserer Gemeinde selbstverständlich, heute fragt keiner mehr danach.',
      'Meine Frau und ich waren im Sommer da und würden sofort wieder hinfahren.',
      'Gibt es dazu eigentlich auch Zahlen aus anderen Ländern?',
      'Solange sich in Berlin nichts ändert, wird das wohl so weitergehen, leider.',
      'Bei mir hat es mit der neuen Version nach einem Neustart funktioniert.',
      'Ein Satz dazu: Die Rechnung stimmt hinten und vorne nicht.',
      'Super, genau das habe ich gesucht!',
    ],
    captions: [
      'Der Marktplatz am frühen Morgen, bevor die ersten Stände öffnen.',
      'Im Hintergrund ist die neue Brücke zu sehen, die im Herbst fertig werden soll.',
      'Die Preisträger mit ihren Urkunden.',
      'Platz drei: Das kleine Haus am See überzeugt durch seine Lage.',
      'So sah der Saal vor dem Umbau aus.',
    ],
    threads: [
      '# Kommentare',
      'Kommentare (#)',
      'Diskussion',
      'Das sagen unsere Leser',
      'Leserbriefe',
      'Ihre Meinung',
    ],
    more: [
      'Mehr zum Thema',
      'Weitere Artikel',
      'Das könnte Sie auch interessieren',
      'Aus dem Archiv',
      'Nachrichten',
    ],
    reply: ['Antworten', 'Melden', 'Zitieren', 'Empfehlen'],
    ago: ['vor 3 Stunden', 'vor 2 Tagen', '12. März 2019 um 14:07 Uhr', '04.11.2018, 09:31', 'gestern'],
    says: 'sagt:',
    readMore: 'Weiterlesen',
  },
  en: {
    names: [
      'Mike T.',
      'oldhand',
      'Sarah Jennings',
      'Anonymous',
      'GrumpyCat42',
      'J. R. Hollis',
      'Priya',
      'Guest',
    ],
    comments: [
      'I could not disagree more, and I have worked in that business for years.',
      'Thanks for writing this, it needed to be said.',
      'Nobody ever mentions who is going to pay for all of it.',
      'We live two streets away and nobody has asked us anything.',
      'Did you actually read the report before commenting?',
      'My grandmother used to say exactly the same thing, and she was right.',
      'Works for me after a restart, no idea why it failed the first time.',
      'This is the best explanation that I have found so far, keep it up!',
      'So what happens to the people who bought it last year?',
      'I tried it with half the sugar and it came out just fine.',
      'The numbers in the third paragraph do not add up, please check them again.',
      'Another reason to stay at home, then.',
      'Great post, I will share it with my students next week.',
      'It was the same with the last government and it will be the same with the next one.',
    ],
    captions: [
      'The market square early in the morning, before the first stalls open.',
      'In the background is the new bridge that is due to be finished this autumn.',
      'The winners with their certificates.',
      'Number three: the small house by the lake, which impressed with its setting.',
      'What the hall looked like before it was rebuilt.',
    ],
    threads: [
      '# Comments',
      'Comments (#)',
      '# thoughts on this',
      'Join the conversation',
      'Responses',
      'Have your say',
    ],
    more: [
      'Related stories',
      'More from us',
      'You may also like',
      'Read next',
      'Latest news',
      'From the archive',
    ],
    reply: ['Reply', 'Report', 'Like', 'Quote'],
    ago: ['3 hours ago', '2 days ago', 'March 12, 2019 at 2:07 pm', '04/11/2018 09:31', 'yesterday'],
    says: 'says:',
    readMore: 'Read more',
  },
  fr: {
    names: ['Jean-Luc B.', 'marmotte38', 'Claire Fournier', 'Anonyme', 'le_voisin', 'Nadège'],
    comments: [
      "Je ne suis pas du tout d'accord avec ce qui est dit ici.",
      'Merci pour cet article, il était temps que quelqu’un en parle.',
      'Et qui va payer tout cela, au bout du compte ?',
      "J'habite à deux pas et personne ne nous a rien demandé.",
      'Vous avez vraiment lu le rapport avant de commenter ?',
      'Chez nous, cela marche très bien depuis des années.',
      'Ma grand-mère disait exactement la même chose, et elle avait raison.',
      'Les chiffres du troisième paragraphe me paraissent faux.',
      'Bravo, continuez comme cela !',
      'Il faudrait tout de même rappeler que la loi a changé en janvier.',
    ],
    captions: [
      "La place du marché au petit matin, avant l'ouverture des premiers étals.",
      'Au fond, le nouveau pont qui doit être achevé cet automne.',
      'Les lauréats avec leurs diplômes.',
    ],
    threads: ['# commentaires', 'Commentaires (#)', 'Réactions', 'Vos réactions', 'Discussion'],
    more: ['À lire aussi', 'Sur le même sujet', 'Articles liés', 'Les plus lus', 'Actualités'],
    reply: ['Répondre', 'Signaler', "J'aime"],
    ago: ['il y a 3 heures', 'il y a 2 jours', '12 mars 2019 à 14:07', '04/11/2018 09:31'],
    says: 'dit :',
    readMore: 'Lire la suite',
  },
};
