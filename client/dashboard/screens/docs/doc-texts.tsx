import type { ComponentType, ReactNode } from 'react';
import { docTextWords } from '../../generated/words/docText.ts';
import { useRestorableDays } from '../../ui/time/restorable-days.ts';
import { StatusBadge } from '../../ui/lists/StatusBadge.tsx';
import { useWords } from '../../words/word-catalogue.ts';
import { Alexa, Channels, Players, Playlists, Podcasts } from './distribution-texts.tsx';
import type { DocSlug } from './doc-pages.ts';
import { Command, tags } from './doc-tags.tsx';

/** What a program sends when it connects. */
const payload = (token: string) => `{"authorization": "Bearer ${token}"}`;

function FirstArticle() {
  const { firstArticle: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.steps}</h2>
      <ol>
        <li>{w.open(tags)}</li>
        <li>{w.fill}</li>
        <li>{w.press(tags)}</li>
      </ol>
      <h2>{w.statuses}</h2>
      <dl>
        <Status status="WAITING">{w.waiting(tags)}</Status>
        <Status status="PROCESSING">{w.processing}</Status>
        <Status status="RETRY">{w.retry}</Status>
        <Status status="READY">{w.ready}</Status>
        <Status status="ERRORED">{w.errored}</Status>
        <Status status="REJECTED">{w.rejected}</Status>
        <Status status="LIMIT_REACHED">{w.limitReached}</Status>
      </dl>
      <h2>{w.finding}</h2>
      <p>{w.search}</p>
    </>
  );
}

function Status({ status, children }: { status: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <StatusBadge status={status} />
      </dt>
      <dd>{children}</dd>
    </>
  );
}

function Sources() {
  const { sources: w, example } = useWords(docTextWords);
  return (
    <>
      <h2>{w.rss}</h2>
      <p>{w.rssText(tags)}</p>
      <h2>{w.api}</h2>
      <p>{w.apiKey}</p>
      <p>{w.apiChanges({ ...tags, payload: payload('…') })}</p>
      <Command
        lines={[
          `curl -X POST https://${example.host}/api/projects/1/articles`,
          '-H "Authorization: Bearer $KEY"',
          '-H "Content-Type: application/json"',
          `-d '{"title": "${example.title}", "text": "${example.text}", "url": ""}'`,
        ]}
      />
      <p>{w.apiLeak}</p>
      <h2>{w.parser}</h2>
      <p>{w.parserText}</p>
      <h2>{w.manual}</h2>
      <p>{w.manualText}</p>
    </>
  );
}

function Voices() {
  const { voices: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.choosing}</h2>
      <p>{w.choosingText(tags)}</p>
      <h2>{w.second}</h2>
      <p>{w.secondText}</p>
      <h2>{w.editing}</h2>
      <p>{w.editingText}</p>
      <p>{w.typed}</p>
      <h2>{w.recrawl}</h2>
      <p>{w.recrawlText(tags)}</p>
    </>
  );
}

function Characters() {
  const { characters: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.counted}</h2>
      <p>{w.countedText}</p>
      <h2>{w.edits}</h2>
      <p>{w.editsText}</p>
      <h2>{w.limit}</h2>
      <p>{w.limitText({ badge: () => <StatusBadge status="LIMIT_REACHED" /> })}</p>
      <h2>{w.runsOut}</h2>
      <p>{w.runsOutText(tags)}</p>
    </>
  );
}

function RulesAndSound() {
  const { rulesAndSound: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.rules}</h2>
      <p>{w.rulesText(tags)}</p>
      <p>{w.begin}</p>
      <p>{w.applied(tags)}</p>
      <h2>{w.before}</h2>
      <p>{w.beforeText(tags)}</p>
      <h2>{w.music}</h2>
      <p>{w.musicText}</p>
      <h2>{w.pauses}</h2>
      <p>{w.pausesText(tags)}</p>
      <h2>{w.paywall}</h2>
      <p>{w.paywallText}</p>
    </>
  );
}

function Dictionaries() {
  const { dictionaries: w } = useWords(docTextWords);
  const days = useRestorableDays();
  return (
    <>
      <h2>{w.entry}</h2>
      <p>{w.entryText(tags)}</p>
      <h2>{w.kinds}</h2>
      <p>{w.kindsText(tags)}</p>
      <h2>{w.found}</h2>
      <p>{w.foundText}</p>
      <h2>{w.order}</h2>
      <p>{w.orderText}</p>
      <h2>{w.usage}</h2>
      <p>{w.usageText(tags)}</p>
      <h2>{w.files}</h2>
      <p>{w.filesText}</p>
      <h2>{w.mistakes}</h2>
      <p>{w.mistakesText({ days })}</p>
      <h2>{w.keys}</h2>
      <p>{w.keysText(tags)}</p>
    </>
  );
}

function Programs() {
  const { programs: w, example } = useWords(docTextWords);
  return (
    <>
      <h2>{w.graphql}</h2>
      <p>{w.graphqlText(tags)}</p>
      <h2>{w.rest}</h2>
      <p>{w.restText(tags)}</p>
      <h2>{w.tokens}</h2>
      <p>{w.tokensText}</p>
      <Command
        lines={[
          `curl https://${example.host}/graphql`,
          `-H 'Authorization: Bearer ${example.token}'`,
          `-H 'Content-Type: application/json'`,
          `-d '{"query": "{ viewer { organizations { organization { name } } } }"}'`,
        ]}
      />
      <h2>{w.changes}</h2>
      <p>{w.changesText({ ...tags, payload: payload(example.token) })}</p>
    </>
  );
}

function WebhookGuide() {
  const { webhooks: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.verify}</h2>
      <p>{w.verifyText}</p>
      <Command
        lines={[
          "import { Webhook } from 'standardwebhooks';",
          'const { type, data } = new Webhook(secret).verify(body, headers);',
        ]}
        joint={'\n'}
      />
      <h2>{w.respond}</h2>
      <p>{w.respondText(tags)}</p>
      <h2>{w.order}</h2>
      <p>{w.orderText}</p>
      <h2>{w.chats}</h2>
      <p>{w.chatsText}</p>
      <ul>
        <li>{w.slack(tags)}</li>
        <li>{w.teams(tags)}</li>
        <li>{w.discord(tags)}</li>
      </ul>
      <h2>{w.automation}</h2>
      <p>{w.automationText}</p>
      <ul>
        <li>{w.n8n(tags)}</li>
        <li>{w.zapier(tags)}</li>
        <li>{w.make(tags)}</li>
      </ul>
      <p>{w.test(tags)}</p>
    </>
  );
}

function Review() {
  const { review: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.start}</h2>
      <p>{w.startText(tags)}</p>
      <h2>{w.findings}</h2>
      <p>{w.findingsText}</p>
      <h2>{w.mend}</h2>
      <p>{w.mendText}</p>
      <h2>{w.gate}</h2>
      <p>{w.gateText(tags)}</p>
    </>
  );
}

function Statistics() {
  const { statistics: w } = useWords(docTextWords);
  return (
    <>
      <h2>{w.read}</h2>
      <p>{w.readText}</p>
      <h2>{w.stop}</h2>
      <p>{w.stopText}</p>
      <h2>{w.hand}</h2>
      <p>{w.handText(tags)}</p>
      <h2>{w.counted}</h2>
      <p>{w.countedText}</p>
    </>
  );
}

/** What each page says below its lead, in the language that is shown. */
export const docTexts: Record<DocSlug, ComponentType> = {
  'first-article': FirstArticle,
  sources: Sources,
  voices: Voices,
  characters: Characters,
  channels: Channels,
  players: Players,
  podcasts: Podcasts,
  alexa: Alexa,
  playlists: Playlists,
  'rules-and-sound': RulesAndSound,
  dictionaries: Dictionaries,
  review: Review,
  statistics: Statistics,
  programs: Programs,
  webhooks: WebhookGuide,
};
