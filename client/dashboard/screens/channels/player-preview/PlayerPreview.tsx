import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { ChannelType, PlayerPreviewQuery } from '../../../__generated__/PlayerPreviewQuery.graphql.ts';
import { Panel } from '../../../ui/Panel.tsx';
import { channelsWords } from '../../../generated/words/channels.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import type { ChannelFormState } from '../channel-form-state.ts';
import styles from './PlayerPreview.module.css';
import { previewPage, showPlayer } from './preview-frame.ts';

const query = graphql`
  query PlayerPreviewQuery($project: ID!, $type: ChannelType!, $settings: JSON!) {
    project(id: $project) {
      playerPreview(type: $type, settings: $settings)
    }
  }
`;

/** After the last key that was pressed, milliseconds. */
const settles = 300;

interface Told {
  items: { state: string }[];
}

/** The player as it would be on a page, with the settings as they are in the form. */
export function PlayerPreview({ form: { kind, project: of, value } }: { form: ChannelFormState }) {
  const { player: w } = useWords(channelsWords);
  const project = of.databaseId;
  const type = kind.type as ChannelType;
  const settings = Object.fromEntries(Object.keys(kind.settings).map((name) => [name, value[name] ?? null]));
  const environment = useRelayEnvironment();
  const frame = useRef<HTMLIFrameElement>(null);
  const turn = useRef(0);
  const [told, setTold] = useState<Told | null>(null);
  const [failed, setFailed] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const [tries, setTries] = useState(0);
  const asked = JSON.stringify(settings);

  useEffect(() => {
    let subscription: { unsubscribe(): void } | undefined;
    const due = setTimeout(() => {
      const variables = { project: String(project), type, settings: JSON.parse(asked) as unknown };
      subscription = fetchQuery<PlayerPreviewQuery>(environment, query, variables).subscribe({
        next: ({ project: found }) => {
          setFailed(!found);
          setTold((found?.playerPreview as Told | undefined) ?? null);
        },
        error: () => setFailed(true),
      });
    }, settles);
    return () => {
      clearTimeout(due);
      subscription?.unsubscribe();
    };
  }, [environment, project, type, asked, tries]);

  const playable = told?.items.some(({ state }) => state === 'ready') ?? false;
  useEffect(() => {
    if (loaded && playable && frame.current) showPlayer(frame.current, told, ++turn.current);
  }, [loaded, playable, told]);

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
        <iframe
          ref={frame}
          className={styles.frame}
          title={w.previewFrame}
          src={previewPage}
          onLoad={() => setLoaded(true)}
        />
      ) : (
        <p className={styles.hint}>{type === 'player' ? w.noArticle : w.noPlaylist}</p>
      )}
    </Panel>
  );
}
