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
  'Current password. Who has none, because a provider signs them in, omits it, and has to have signed in within the last ten minutes.';

builder.relayMutationField(
  'uploadAvatar',
  {
    description: 'The picture to show.',
    inputFields: (t) => ({
      file: t.field({
        type: 'File',
        description: 'A JPEG or PNG file; at most 10,048,576 bytes and 40 megapixels.',
      }),
    }),
  },
  {
    description:
      'Shows a picture of the signed-in user. It is cut to a square of 256 pixels; what cameras write into pictures is dropped.',
    errors: { types: [...ofPeople, ValidationError, LimitReachedError] },
    resolve: async (_, { input: { file } }, { app, actor }) => ({
      user: await uploadAvatar(app, actor, file.bytes),
    }),
  },
  {
    name: 'UploadAvatarSuccess',
    description: 'The picture is shown.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The updated user.' }) }),
  },
);

builder.relayMutationField(
  'removeAvatar',
  null,
  {
    description: 'Shows no picture of the signed-in user any more.',
    errors: { types: ofPeople },
    resolve: async (_, __, { app, actor }) => ({ user: await removeAvatar(app, actor) }),
  },
  {
    name: 'RemoveAvatarSuccess',
    description: 'No picture is shown.',
    outputFields: (t) => ({ user: t.expose('user', { type: UserType, description: 'The updated user.' }) }),
  },
);

builder.relayMutationField(
  'exportOwnData',
  null,
  {
    description: 'Makes an archive of what is kept of the signed-in user. Three at once, then one an hour.',
    errors: { types: [...ofPeople, LimitReachedError] },
    resolve: (_, __, context) => exportOwnData(context.app, context.actor, clientOf(context)),
  },
  {
    name: 'ExportOwnDataSuccess',
    description: 'The archive.',
    outputFields: (t) => ({
      fileName: t.exposeString('fileName', { description: 'Name to save it under.' }),
      content: t.exposeString('content', { description: 'A ZIP file with JSON files in it, in base 64.' }),
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
      'Deletes the account of the signed-in user, with its private projects. What organizations own stays. Refused on `account` to the ' +
      'last administrator of the platform and to the last maintainer of an organization.',
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
    description: 'The account is gone, and all its sessions have ended.',
    outputFields: (t) => ({ deleted: t.exposeBoolean('deleted', { description: 'Always true.' }) }),
  },
);
