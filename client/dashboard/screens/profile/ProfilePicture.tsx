import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { graphql, useFragment } from 'react-relay';
import type { ProfilePicture_user$key } from '../../__generated__/ProfilePicture_user.graphql.ts';
import type { ProfilePictureMutation } from '../../__generated__/ProfilePictureMutation.graphql.ts';
import type { ProfilePictureRemoveMutation } from '../../__generated__/ProfilePictureRemoveMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { UploadField } from '../../ui/forms/UploadField.tsx';
import { fileLimits } from '../../generated/limits.ts';
import { profileWords } from '../../generated/words/profile.ts';
import { useWords } from '../../words/word-catalogue.ts';
import styles from './ProfileScreen.module.css';

/** The picture that others see beside one's name. */
export function ProfilePicture({ user: key }: { user: ProfilePicture_user$key }) {
  const { avatar } = useFragment(
    graphql`
    fragment ProfilePicture_user on User {
      avatar
    }
  `,
    key,
  );
  const { picture: w } = useWords(profileWords);
  const [upload] = useAction<ProfilePictureMutation>(graphql`
    mutation ProfilePictureMutation($input: UploadAvatarInput!) {
      result: uploadAvatar(input: $input) {
        __typename
        ... on UploadAvatarSuccess {
          user {
            id
            avatar
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const [remove, removing] = useAction<ProfilePictureRemoveMutation>(graphql`
    mutation ProfilePictureRemoveMutation {
      result: removeAvatar {
        __typename
        ... on RemoveAvatarSuccess {
          user {
            id
            avatar
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const check = ({ name, size }: File): string | null => {
    if (!/\.(jpe?g|png)$/i.test(name)) return w.kind;
    return size > fileLimits.imageMaxBytes ? w.size : null;
  };
  const send = async (file: File, onProgress: (sent: number) => void) => {
    const outcome = await upload(
      { input: { file: null } },
      { files: { 'input.file': file }, onProgress, tell: false },
    );
    return outcome.ok ? null : (outcome.fieldErrors['file'] ?? outcome.message);
  };
  return (
    <div className={styles.fields}>
      {avatar && (
        <div className={styles.picture}>
          <img src={avatar} alt={w.shown} width={72} height={72} />
          <Button
            variant="subtle"
            color="red"
            size="xs"
            loading={removing}
            leftSection={<IconTrash size={15} />}
            onClick={() => void remove({})}
          >
            {w.remove}
          </Button>
        </div>
      )}
      <UploadField
        label={avatar ? w.replace : w.upload}
        hint={w.hint}
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        check={check}
        send={send}
      />
    </div>
  );
}
