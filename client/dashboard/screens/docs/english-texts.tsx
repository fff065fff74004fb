import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { DocSlug } from './doc-pages.ts';

function FirstArticle() {
  return (
    <>
      <h2>In three steps</h2>
      <ol>
        <li>
          Open a project and press <strong>Add article</strong>. No project yet?{' '}
          <Link to="/projects/create/">Create one</Link> first.
        </li>
        <li>
          Fill in a title and the text. The address is optional; the web player uses it to find the audio that
          belongs to a page.
        </li>
        <li>
          Press <strong>Create new Article</strong>. The article appears in the table, and its status changes
          by itself until it can be played.
        </li>
      </ol>
      <h2>What the statuses mean</h2>
      <dl>
        <dt>
          <StatusBadge status="waiting" />
        </dt>
        <dd>
          It is in the queue, or its speech service is unavailable at the moment. Nothing is lost; it
          continues by itself. If a rule is holding it, its status says so: press <strong>Voice now</strong>{' '}
          in its menu.
        </dd>
        <dt>
          <StatusBadge status="processing" />
        </dt>
        <dd>Its text is being read, split into sentences and voiced.</dd>
        <dt>
          <StatusBadge status="retry" />
        </dt>
        <dd>Something failed for now; the next attempt comes by itself.</dd>
        <dt>
          <StatusBadge status="ready" />
        </dt>
        <dd>The audio is there: play it, download it, copy its address.</dd>
        <dt>
          <StatusBadge status="errored" />
        </dt>
        <dd>
          It cannot be voiced as it is. Hover over the status to see why, then edit and save the article to
          try again.
        </dd>
        <dt>
          <StatusBadge status="rejected" />
        </dt>
        <dd>One of the project's rules rejected it.</dd>
        <dt>
          <StatusBadge status="limit_reached" />
        </dt>
        <dd>The project's daily limit of characters is used up.</dd>
      </dl>
      <h2>Finding an article again</h2>
      <p>
        Search looks in titles. Together with the range of days and the status it becomes part of the page's
        address, so a filtered list can be bookmarked and sent to a colleague.
      </p>
    </>
  );
}

function Sources() {
  return (
    <>
      <h2>RSS</h2>
      <p>
        Give the address of a feed: RSS, Atom or JSON Feed. It is read regularly, and new entries become
        articles. If the feed carries only a teaser, the text is taken from the page itself. An entry that
        changes later is voiced again only where <em>rss auto update</em> is switched on for the article.{' '}
        <strong>Poll now</strong> on the project page reads it at once.
      </p>
      <h2>API</h2>
      <p>
        The project gets a key, which is shown once. Your content system sends articles with it as a bearer
        token, and sees nothing but this project. A read-only key can list and read but change nothing.
      </p>
      <p>
        A program that wants to follow changes subscribes over WebSocket at <code>/graphql</code> (protocol{' '}
        <code>graphql-transport-ws</code>) and sends the key when it connects, as the payload of{' '}
        <code>connection_init</code>: <code>{'{"authorization": "Bearer …"}'}</code>.
      </p>
      <pre tabIndex={0}>
        <code>
          {'curl -X POST https://your-server/api/projects/1/articles \\\n  -H "Authorization: Bearer $KEY" \\\n  -H "Content-Type: ' +
            'application/json" \\\n  -d \'{"title": "Good morning", "text": "It is a fine day.", "url": ""}\''}
        </code>
      </pre>
      <p>If a key has leaked, refresh it on the project page: the old one stops working at once.</p>
      <h2>Parser</h2>
      <p>
        Give the address of a website. Articles published from the day you choose are found through its feed,
        its sitemap and its links, and their text is extracted from the page. Where a site needs guidance, add
        extractor rules in the project's settings: which parts belong to the article, which to leave out, and
        where to find the title.
      </p>
      <h2>Manual</h2>
      <p>You write or paste every article yourself. You can do this in projects with another source, too.</p>
    </>
  );
}

function Voices() {
  return (
    <>
      <h2>Choosing a voice</h2>
      <p>
        A project has one language and one voice. Voices are grouped by the service that speaks them; a
        service without credentials on this server offers none. The voices of the offline engine need no
        service at all. Press <strong>Preview</strong> to hear a voice, and mark those you like with the star:
        they come first in the list.
      </p>
      <h2>A second voice, just in case</h2>
      <p>
        While a service is down, its articles wait. If you would rather have another voice step in, choose a
        failover voice in the settings.
      </p>
      <h2>Editing</h2>
      <p>
        Every article can be edited after it has been voiced. It is divided into sentences, and only what
        changed is spoken again; going back to an older text costs nothing. The audio that exists stays
        available until the new one is ready.
      </p>
      <p>What you type is kept in this browser tab until you save it, even when you leave the screen.</p>
      <h2>Force Recrawl</h2>
      <p>
        For articles that came from a feed or a website, <strong>Force Recrawl</strong> reads the page again
        in one minute and adopts its text as it is then.
      </p>
    </>
  );
}

function Characters() {
  return (
    <>
      <h2>What is counted</h2>
      <p>
        Every character that is sent to be voiced counts once, spaces and punctuation included. An average
        article has about 1,000 to 5,000 characters. Listening, downloading and distributing cost nothing.
      </p>
      <h2>What edits save</h2>
      <p>
        After an edit only the changed sentences are voiced. The project page shows how many characters this
        has saved so far and what they would have cost.
      </p>
      <h2>The daily limit</h2>
      <p>
        In the settings, a project can be given a limit of characters a day. Articles that would exceed it get
        the status <StatusBadge status="limit_reached" /> and can be retried on another day. It protects
        against a feed that suddenly delivers its whole archive.
      </p>
      <h2>When the balance runs out</h2>
      <p>
        The remaining characters are shown at the top of every screen. Accounts that are not verified stop at
        zero; their articles are then errored with the reason <code>out of chars</code>. Ask the administrator
        of this server to add characters or to verify your organization: the address is the one that your
        invitation came from. The articles then go on by themselves within a minute, the oldest first.
      </p>
    </>
  );
}

function RulesAndSound() {
  return (
    <>
      <h2>Processing rules</h2>
      <p>
        The button <strong>Automation</strong> on a project's page leads to its rules. A rule reads like a
        sentence: IF the title contains “weather” THEN another voice reads it. All conditions of a rule must
        hold. Rules are applied from top to bottom; a later one may change what an earlier one did, and sees
        the labels that it set. The arrows change the order.
      </p>
      <p>
        Begin with one of the templates, or put conditions and actions together yourself. A rule without a
        name is named after its first condition and action.
      </p>
      <p>
        Rules are applied once an article's text is final and before anything is voiced. Changing them does
        not change articles that are ready; <strong>Voice again</strong> in an article's menu makes it again
        with the current rules and settings. Words that have already been voiced are not charged again.
      </p>
      <h2>Looking at articles before they are voiced</h2>
      <p>
        The template <strong>Stop after parsed</strong> holds articles until someone has read them. They wait
        in the list with the name of the rule; <strong>Voice now</strong> releases them.
      </p>
      <h2>Music, logo and voices</h2>
      <p>
        Music plays softly under the voice, rises in its pauses, and repeats for as long as the article lasts.
        A logo is heard before it. Upload your own sounds as MP3 or WAV; they are adjusted to the loudness of
        speech. Where a rule names several voices or pieces of music, each article gets one of them and keeps
        it through all edits.
      </p>
      <h2>Pauses, quality and cover</h2>
      <p>
        In the settings of a project, under <strong>Sound</strong>: how long the voice pauses after a
        sentence, a paragraph and a heading, the quality of the files, and the picture that podcast apps show.
      </p>
      <h2>The paywall</h2>
      <p>
        With a paywall, listeners without a subscription hear a teaser: the first paragraphs, then an
        invitation in the project's voice or a sound of your own. You can listen to it on the article's
        screen. Articles voiced before the paywall was turned on or changed have no teaser for it; the project
        page offers to make the missing ones from the speech that is already there.
      </p>
    </>
  );
}

function Programs() {
  return (
    <>
      <h2>GraphQL</h2>
      <p>
        Everything that the dashboard shows, programs can read and change with GraphQL at{' '}
        <code>/graphql</code>. In the <a href="/explorer">GraphQL explorer</a> you read the schema's
        documentation and try operations on your own projects; sample operations are ready to run.
      </p>
      <h2>REST</h2>
      <p>
        Older clients use REST. The <a href="/api/docs">REST page</a> lists every call with its parameters,
        examples and a command to copy; the same as an OpenAPI document is at{' '}
        <a href="/api/openapi.json">/api/openapi.json</a>.
      </p>
      <h2>Tokens</h2>
      <p>
        Maintainers create tokens on the organization's page, one for each program. A token can be limited to
        reading, shows when it was last used, and stops working at once when it is revoked. Programs send it
        with each request:
      </p>
      <pre tabIndex={0}>
        <code>
          {"curl https://your-server/graphql \\\n  -H 'Authorization: Bearer TOKEN' \\\n  -H 'Content-Type: application/json' \\\n" +
            '  -d \'{"query": "{ viewer { organizations { organization { name } } } }"}\''}
        </code>
      </pre>
      <h2>Changes as they happen</h2>
      <p>
        Subscriptions run over WebSocket at the same address, with the protocol{' '}
        <code>graphql-transport-ws</code>. The token goes in the payload of <code>connection_init</code>:{' '}
        <code>{'{"authorization": "Bearer TOKEN"}'}</code>.
      </p>
    </>
  );
}

/** The pages in English. */
export const englishTexts: Record<DocSlug, ComponentType> = {
  'first-article': FirstArticle,
  sources: Sources,
  voices: Voices,
  characters: Characters,
  'rules-and-sound': RulesAndSound,
  programs: Programs,
};
