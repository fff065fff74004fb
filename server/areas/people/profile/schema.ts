import { builder } from '../../../graphql/builder.ts';
import { clientOf } from '../../../graphql/context.ts';
import {
  LimitReachedError,
  NotAllowedError,
  NotSignedInError,
  ValidationError,
} from '../../../kernel/errors.ts';
import { UserType } from '../../access/identity/types.ts';
import { removeAvatar, uploadAvatar } from './avatar.ts';
import { deleteOwnAccount } from './delete-account.ts';
import { exportOwnData } from './own-data.ts';

const ofPeople = [NotSignedInError, NotAllowedError];
const password =
  'Current password. Users without one, because a provider signs them in, omit it and must have signed in within the last ten minutes.';

builder.relayMutationField(
  'uploadAvatar',
  {
    description: 'The picture to upload.',
    inputFields: (t) => ({
      file: t.field({
        type: 'File',
        description: 'A JPEG or PNG file; at most 10,048,576 bytes and 40 megapixels.',
      }),
    }),
  },
  {
    description:
      'Sets the profile picture of the signed-in user. It is cropped to a square of 256 pixels, ' +
      'and camera metadata is removed.',
    errors: { types: [...ofPeople, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { file } }, { app, actor }) => ({
      user: await uploadAvatar(app, actor, file.bytes),
    }),
  },
  {
    name: 'UploadAvatarSuccess',
    description: 'The picture has been set.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The updated user.' }) }),
  },
);

builder.relayMutationField(
  'removeAvatar',
  null,
  {
    description: 'Removes the profile picture of the signed-in user.',
    errors: { types: ofPeople },
    resolve: async (_, __, { app, actor }) => ({ user: await removeAvatar(app, actor) }),
  },
  {
    name: 'RemoveAvatarSuccess',
    description: 'The picture has been removed.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The updated user.' }) }),
  },
);

builder.relayMutationField(
  'exportOwnData',
  null,
  {
    description:
      "Creates an archive of the signed-in user's stored data. Limited to three at once, then one " +
      'per hour.',
    errors: { types: [...ofPeople, LimitReachedError] },
    resolve: (_, __, context) => exportOwnData(context.app, context.actor, clientOf(context)),
  },
  {
    name: 'ExportOwnDataSuccess',
    description: 'The archive has been created.',
    outputFields: (t) => ({
      fileName: t.exposeString('fileName', { description: 'File name for saving the archive.' }),
      content: t.exposeString('content', { description: 'A ZIP archive of JSON files, encoded in Base64.' }),
    }),
  },
);

builder.relayMutationField(
  'deleteOwnAccount',
  {
    description: 'The password.',
    inputFields: (t) => ({ password: t.string({ required: false, description: password }) }),
  },
  {
    description:
      'Deletes the account of the signed-in user and its private projects. Data of organizations ' +
      'is not deleted. Refused on `account` for the last administrator of the platform and the ' +
      'last maintainer of an organization.',
    errors: { types: [...ofPeople, ValidationError, LimitReachedError] },
    resolve: async (_, { input }, context) => {
      const { app, actor, cookies } = context;
      await deleteOwnAccount(app, actor, { ...input, ...clientOf(context) });
      cookies?.clear();
      return { deleted: true };
    },
  },
  {
    name: 'DeleteOwnAccountSuccess',
    description: 'The account has been deleted, and all its sessions have ended.',
    outputFields: (t) => ({ deleted: t.exposeBoolean('deleted', { description: 'Always true.' }) }),
  },
);
