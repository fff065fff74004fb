import { Button, Loader } from '@mantine/core';
import {
  IconAlertTriangle,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlus,
  IconRefresh,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { graphql } from 'react-relay';
import { Link, useNavigate } from 'react-router-dom';
import type { SiteOnboardingArticleMutation } from '../../__generated__/SiteOnboardingArticleMutation.graphql.ts';
import type { SiteOnboardingCreateMutation } from '../../__generated__/SiteOnboardingCreateMutation.graphql.ts';
import type { SiteOnboardingPlayerMutation } from '../../__generated__/SiteOnboardingPlayerMutation.graphql.ts';
import type { SiteOnboardingPreviewMutation } from '../../__generated__/SiteOnboardingPreviewMutation.graphql.ts';
import { projectsList } from '../../relay/projects-list.ts';
import { useAction } from '../../relay/use-action.ts';
import { excerpt, formatCount, languageLabel } from '../../ui/format.ts';
import { notify } from '../../ui/messages.ts';
import { audioPath } from '../../ui/player/audio-path.ts';
import { player, usePlayer } from '../../ui/player/player.ts';
import { formatTime, type Track } from '../../ui/player/player-store.ts';
import { siteOnboardingWords, type SiteOnboardingWords } from '../../generated/words/siteOnboarding.ts';
import { useWords } from '../../words/word-catalogue.ts';
import type { NewPlayerState } from '../channels/new-player-state.ts';
import { callToActionIn } from './call-to-action.ts';
import styles from './SiteOnboarding.module.css';
import { useSiteOnboarding, type OnboardingSite } from './use-site-onboarding.ts';

type SeenArticle = OnboardingSite['articles'][number];

/** What a site is and how it would sound, as it is found out; and a project of it. */
export default function SiteOnboarding({
  address,
  organization,
  onAgain,
}: {
  address: string;
  organization: string | null;
  onAgain: () => void;
}) {
  const w = useWords(siteOnboardingWords);
  const { look, failure, slow } = useSiteOnboarding(address);
  const problem = look?.problem ?? null;
  if (failure !== null) return <Problem title={w.cannot} message={failure} onAgain={onAgain} />;
  const found = look?.name ? look : null;
  const waiting = !look?.done;
  return (
    <div className={styles.look} data-testid="site-onboarding" aria-busy={waiting}>
      <p className={styles.progress} role="status">
        {waiting && (
          <>
            <Loader size={16} aria-hidden="true" /> {slow ? w.slow : found ? w.reading : w.looking}
          </>
        )}
      </p>
      {found && <Facts look={found} />}
      {found && found.articles.length > 0 && <Articles look={found} />}
      {problem && look?.done && (
        <Problem
          title={w.cannot}
          message={w.problems[kindOf(problem.kind)]}
          advice={w.advice[kindOf(problem.kind)]}
          onAgain={onAgain}
        />
      )}
      {found?.source && found.articles.length > 0 && <Create look={found} organization={organization} />}
    </div>
  );
}

type ProblemKind = keyof SiteOnboardingWords['problems'];
const kindOf = (kind: string): ProblemKind =>
  kind in siteOnboardingWords.en.problems ? (kind as ProblemKind) : 'BROKEN';

function Problem({
  title,
  message,
  advice,
  onAgain,
}: {
  title: string;
  message: string;
  advice?: string;
  onAgain: () => void;
}) {
  const w = useWords(siteOnboardingWords);
  return (
    <div className={styles.problem} role="alert">
      <p>
        <IconAlertTriangle size={16} aria-hidden="true" /> <strong>{title}.</strong> {message} {advice}
      </p>
      <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} />} onClick={onAgain}>
        {w.again}
      </Button>
    </div>
  );
}

function Facts({
  look: { name, site, language, voice, feeds, source, sitemap, done },
}: {
  look: OnboardingSite;
}) {
  const w = useWords(siteOnboardingWords);
  return (
    <div className={styles.facts}>
      <h3>
        {name} {site && <small>{new URL(site).host}</small>}
      </h3>
      <dl>
        <div>
          <dt>{w.language}</dt>
          <dd>{language ? languageLabel(language) : w.languageUnknown}</dd>
        </div>
        <div>
          <dt>{w.voice}</dt>
          <dd>{voice ? voice.label : w.voiceNone}</dd>
        </div>
        <div>
          <dt>{w.feed}</dt>
          <dd>
            {source?.type === 'RSS'
              ? (feeds.find(({ url }) => url === source.url)?.title ?? pathOf(source.url))
              : source
                ? w.feedNone
                : '…'}
          </dd>
        </div>
        <div>
          <dt>{w.sitemap}</dt>
          <dd>{sitemap ? pathOf(sitemap) : done ? w.none : '…'}</dd>
        </div>
      </dl>
    </div>
  );
}

const pathOf = (url: string): string => new URL(url).pathname;

function Articles({ look: { articles, voice, done } }: { look: OnboardingSite }) {
  const w = useWords(siteOnboardingWords);
  const first = articles.find(({ opening }) => opening);
  // The user asked to listen: the first readable article plays as soon as it is ready.
  const [chosen] = useState<{ url: string | null | undefined; title: string }[]>([]);
  if (first && chosen.length === 0) chosen.push({ url: first.url, title: first.title });
  return (
    <div>
      <h3 className={styles.newest}>{w.newest}</h3>
      <ol className={styles.articles}>
        {articles.map((article) => (
          <li key={`${article.url} ${article.title}`}>
            {article.opening && voice ? (
              <Hear
                article={article}
                opening={article.opening}
                voice={voice}
                atOnce={chosen[0]?.url === article.url && chosen[0]?.title === article.title}
              />
            ) : (
              <span className={styles.silent} aria-hidden="true">
                {!article.problem && !done && <Loader size={14} />}
              </span>
            )}
            <div>
              <p className={styles.title}>{article.title}</p>
              {article.excerpt && <p className={styles.excerpt}>{excerpt(article.excerpt, 180)}</p>}
              {article.problem && <p className={styles.bad}>{w.problems[kindOf(article.problem.kind)]}</p>}
            </div>
            {article.characters != null && article.durationMs != null && (
              <span className={styles.length}>
                {w.length({
                  characters: formatCount(article.characters),
                  time: formatTime(article.durationMs / 1000),
                })}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Plays the beginning of an article. The audio is generated on request. */
function Hear({
  article: { title },
  opening,
  voice,
  atOnce,
}: {
  article: SeenArticle;
  opening: string;
  voice: NonNullable<OnboardingSite['voice']>;
  atOnce: boolean;
}) {
  const w = useWords(siteOnboardingWords);
  const state = usePlayer();
  const [track, setTrack] = useState<Track | null>(null);
  const [failed, setFailed] = useState(false);
  const [preview, busy] = useAction<SiteOnboardingPreviewMutation>(previewMutation);
  const begun = useRef(false);
  const hear = async () => {
    if (track) return player.toggle(track);
    begun.current = true;
    setFailed(false);
    const outcome = await preview(
      { input: { voice: voice.name, language: voice.language, text: opening } },
      { tell: false },
    );
    if (!outcome.ok || !outcome.result.url) return setFailed(true);
    const ready: Track = {
      id: `opening:${opening}`,
      url: audioPath(outcome.result.url),
      title,
      durationMs: outcome.result.durationMs ?? 0,
    };
    setTrack(ready);
    player.toggle(ready);
  };
  const latest = useRef(hear);
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => {
    if (atOnce && !begun.current) void latest.current();
  }, [atOnce]);
  const playing =
    track !== null &&
    state.track?.url === track.url &&
    (state.status === 'playing' || state.status === 'loading');
  return (
    <span>
      <button
        type="button"
        className={styles.hear}
        aria-label={busy ? w.preparing({ title }) : playing ? w.pause({ title }) : w.hear({ title })}
        aria-disabled={busy}
        onClick={() => !busy && void hear()}
      >
        {busy ? (
          <Loader size={14} />
        ) : playing ? (
          <IconPlayerPauseFilled size={14} />
        ) : (
          <IconPlayerPlayFilled size={14} />
        )}
      </button>
      {failed && (
        <span className={styles.bad} role="alert">
          {w.noPreview}
        </span>
      )}
    </span>
  );
}

function Create({ look, organization }: { look: OnboardingSite; organization: string | null }) {
  const w = useWords(siteOnboardingWords);
  const navigate = useNavigate();
  const [create, busy] = useAction<SiteOnboardingCreateMutation>(createMutation);
  const [add, adding] = useAction<SiteOnboardingArticleMutation>(addMutation);
  const [addPlayer, addingPlayer] = useAction<SiteOnboardingPlayerMutation>(playerMutation);
  const { name, language, voice, source, articles } = look;
  if (!name || !source) return null;
  const given = articles.find(({ isGiven }) => isGiven);
  const run = async () => {
    const outcome = await create({
      input: {
        name,
        organization,
        voice: voice && { name: voice.name, language: voice.language },
        sources: [{ type: source.type, url: source.url }],
      },
      lists: [projectsList],
    });
    const project = outcome.ok ? outcome.result.project : null;
    if (!project) return;
    // The one that was named comes first, also where the site's list of the newest no longer has it.
    if (given?.url && !given.isInSource)
      await add({ input: { project: project.id, title: given.title, url: given.url } }, { tell: false });
    const player = await addPlayer(
      { input: { project: project.id, settings: { player: { cta: callToActionIn(language) } } } },
      { tell: false },
    );
    const channel = player.ok ? player.result.channel : null;
    notify(w.created({ name }), 2000);
    await navigate(`/projects/${project.databaseId}`, {
      // Without a player, the project is there nevertheless, and its page offers to add one.
      state: channel?.loaderUrl
        ? ({
            newPlayer: {
              id: channel.id,
              databaseId: channel.databaseId,
              slug: channel.slug,
              loader: channel.loaderUrl,
              page: (given ?? articles[0])?.url ?? null,
            },
          } satisfies NewPlayerState)
        : null,
    });
  };
  const proposal = {
    name,
    voiceLanguage: voice?.language ?? null,
    voiceName: voice?.name ?? null,
    source: { type: source.type, url: source.url },
  };
  return (
    <div className={styles.create}>
      <Button
        size="md"
        leftSection={<IconPlus size={17} />}
        loading={busy || adding || addingPlayer}
        onClick={() => void run()}
      >
        {w.create({ name })}
      </Button>
      <Link to="/projects/create/" state={{ proposal }}>
        {w.change}
      </Link>
    </div>
  );
}

const createMutation = graphql`
  mutation SiteOnboardingCreateMutation($input: CreateProjectInput!, $lists: [ID!]!) {
    result: createProject(input: $input) {
      __typename
      ... on CreateProjectSuccess {
        project @appendNode(connections: $lists, edgeTypeName: "ViewerProjectsConnectionEdge") {
          id
          databaseId
          name
          ...liveFragments_listedProject
          organization {
            id
            name
            pseudo
          }
          ...SideBar_project
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const addMutation = graphql`
  mutation SiteOnboardingArticleMutation($input: CreateArticleInput!) {
    result: createArticle(input: $input) {
      __typename
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const playerMutation = graphql`
  mutation SiteOnboardingPlayerMutation($input: CreateChannelInput!) {
    result: createChannel(input: $input) {
      __typename
      ... on CreateChannelSuccess {
        channel {
          id
          databaseId
          slug
          loaderUrl
        }
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;

const previewMutation = graphql`
  mutation SiteOnboardingPreviewMutation($input: PreviewVoiceInput!) {
    result: previewVoice(input: $input) {
      __typename
      ... on PreviewVoiceSuccess {
        url
        durationMs
      }
      ...useAction_failure @alias(as: "failure")
    }
  }
`;
