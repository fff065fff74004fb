import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import { Link } from 'react-router-dom';
import type { AudioMenu_audio$key } from '../../../__generated__/AudioMenu_audio.graphql.ts';
import { studioWords } from '../../../generated/words/studio.ts';
import { audioPath } from '../../../ui/player/audio-path.ts';
import { useWords } from '../../../words/word-catalogue.ts';
import styles from './AudioTable.module.css';
import { DeleteAudio } from './DeleteAudio.tsx';
import type { DeletedAudio } from './use-restore-audio.ts';

/** What can be done with an audio of the list: edit, download when it is ready, delete. */
export function AudioMenu({
  audio: key,
  onDeleted,
}: {
  audio: AudioMenu_audio$key;
  onDeleted: (audio: DeletedAudio) => void;
}) {
  const audio = useFragment(audioFragment, key);
  const { list: w } = useWords(studioWords);
  const [deleting, setDeleting] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const url = audio.status === 'READY' ? audio.downloadUrl : null;
  return (
    <>
      <Menu
        position="bottom-end"
        width={190}
        shadow="md"
        withInitialFocusPlaceholder={false}
        portalProps={{ target: '#content' }}
      >
        <Menu.Target>
          <ActionIcon
            ref={trigger}
            variant="subtle"
            color="gray"
            size={34}
            aria-label={w.actionsFor({ title: audio.title })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/studio/edit-audio/${audio.slug}`}
            leftSection={<IconPencil size={16} />}
          >
            {w.edit}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={url ? audioPath(url) : undefined}
            download={`${audio.downloadName}.mp3`}
            disabled={!url}
            leftSection={<IconDownload size={16} />}
          >
            {w.download}
          </Menu.Item>
          <Menu.Item
            className={styles.danger!}
            leftSection={<IconTrash size={16} />}
            onClick={() => setDeleting(true)}
          >
            {w.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteAudio
        audio={audio.id}
        slug={audio.slug}
        opened={deleting}
        trigger={trigger}
        onClose={() => setDeleting(false)}
        onDeleted={() => onDeleted({ slug: audio.slug, title: audio.title })}
      />
    </>
  );
}

const audioFragment = graphql`
  fragment AudioMenu_audio on StudioAudio {
    id
    slug
    title
    status
    downloadUrl
    downloadName
  }
`;
