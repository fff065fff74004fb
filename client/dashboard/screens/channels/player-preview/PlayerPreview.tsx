import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Alert, Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type {
  ChannelSettingsInput,
  PlayerPreviewQuery,
} from '../../../__generated__/PlayerPreviewQuery.graphql.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import { withWords } from '../../../words/words-part.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from './PlayerPreview.module.css';
import { configOf, type PlayerPreviewData } from './preview-config.ts';
import { previewPage, showPlayer } from './preview-frame.ts';

/** Its words come with it. */
const WordEntry = lazy(() => withWords(import('../../dictionaries/entries/WordEntry.tsx')));

// oxlint-disable relay/unused-fields -- the player receives all of it
const query = graphql`
  query PlayerPreviewQuery($project: ID!, $settings: ChannelSettingsInput!) {
    project(id: $project) {
      playerPreview(settings: $settings) {
        look {
          version
          cta
          color
          bordered
          background
          scheme
          texts {
            playButton
            pauseButton
            speedSettingsTitle
            speedSettingsBackButton
          }
          customCss
          disableAutoload
          opened
          features
        }
        language
        words
        publisher
        podcast {
          page
          apps {
            name
            url
          }
        }
        sounds {
          intro
          next
          outro
        }
        items {
          title
          url
          audio
          durationMs
          highlight
          transcript
          image
        }
      }
    }
  }
`;

/** After the last key that was pressed, milliseconds. */
const settles = 300;

/** The player as it would be on a page, with the settings as they are in the form. */
export function PlayerPreview({ form: { kind, project: of, value } }: { form: ChannelFormState }) {
  const { player: w } = useWords(channelsWords);
  const project = of.databaseId;
  const { field } = kind;
  const settings = Object.fromEntries(Object.keys(kind.settings).map((name) => [name, value[name] ?? null]));
  const environment = useRelayEnvironment();
  const frame = useRef<HTMLIFrameElement>(null);
  const turn = useRef(0);
  const [told, setTold] = useState<PlayerPreviewData | null>(null);
  const [failed, setFailed] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const [tries, setTries] = useState(0);
  const asked = JSON.stringify(settings);

  useEffect(() => {
    let subscription: { unsubscribe(): void } | undefined;
    const due = setTimeout(() => {
      const variables = {
        project: String(project),
        settings: { [field]: JSON.parse(asked) as unknown } as ChannelSettingsInput,
      };
      subscription = fetchQuery<PlayerPreviewQuery>(environment, query, variables).subscribe({
        next: ({ project: found }) => {
          setFailed(!found);
          setTold(found?.playerPreview ?? null);
        },
        error: () => setFailed(true),
      });
    }, settles);
    return () => {
      clearTimeout(due);
      subscription?.unsubscribe();
    };
  }, [environment, project, field, asked, tries]);

  const playable = told !== null && told.items.length > 0;
  useEffect(() => {
    if (loaded && playable && frame.current) showPlayer(frame.current, configOf(field, told), ++turn.current);
  }, [loaded, playable, field, told]);

  useEffect(() => {
    const { current } = frame;
    const body = loaded ? current?.contentDocument?.body : null;
    if (!current || !body) return;
    const fit = new ResizeObserver(() => void (current.style.height = `${body.scrollHeight + 18}px`));
    fit.observe(body);
    return () => fit.disconnect();
  }, [loaded, playable]);

  return (
    <Panel title={w.preview}>
      {failed ? (
        <Alert color="red" title={w.previewFailed}>
          <Button variant="default" size="xs" onClick={() => setTries(tries + 1)}>
            {w.tryAgain}
          </Button>
        </Alert>
      ) : told === null ? (
        <Skeleton height={96} radius={10} />
      ) : playable ? (
        <>
          <iframe
            ref={frame}
            className={styles.frame}
            title={w.previewFrame}
            src={previewPage}
            onLoad={() => setLoaded(true)}
          />
          {loaded && (
            <Suspense>
              <WordEntry project={of.id} within={frame} />
            </Suspense>
          )}
        </>
      ) : (
        <p className={styles.hint}>{field === 'player' ? w.noArticle : w.noPlaylist}</p>
      )}
    </Panel>
  );
}
