import type { BackupRun } from '../../../../prisma/generated/client/client.ts';
import { builder } from '../../../graphql/builder.ts';
import { NoticeType, noticeOrNull } from '../../../graphql/notice-type.ts';
import { wordsEnum } from '../../../graphql/words-enum.ts';
import { checkInstallation, type CheckName, type Finding, type FindingState } from './check-installation.ts';
import { backupRunState, readBackups, type BackupRunState, type InstallationBackups } from './backups.ts';

const only = 'Administrators only.';

const BackupRunStateType = builder.enumType('BackupRunState', {
  description: 'Status of a backup.',
  values: wordsEnum<BackupRunState>({
    RUNNING: 'It is being created or tested.',
    INTERRUPTED: 'It was interrupted before it was complete.',
    FAILED: 'It could not be created, or the test restore failed.',
    UNTESTED: 'It was created but not tested.',
    TESTED: 'It was created and tested: restored into a temporary database and compared.',
  }),
});

const BackupRunType = builder
  .objectRef<BackupRun>('BackupRun')
  .implement({
    description: 'A backup, complete or not. Visible to administrators.',
    fields: (t) => ({
      startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it began.' }),
      finishedAt: t.expose('finishedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When it ended. Null if it is running or was interrupted.',
      }),
      state: t.field({
        type: BackupRunStateType,
        description: 'Status of the backup.',
        resolve: backupRunState,
      }),
      name: t.exposeString('backup', {
        nullable: true,
        description: 'Name of the backup, for `npm run restore`. Null if there is none.',
      }),
      rows: t.float({ description: 'Number of rows.', resolve: ({ rows }) => Number(rows) }),
      files: t.float({ description: 'Number of files.', resolve: ({ files }) => Number(files) }),
      bytes: t.float({
        description: 'Size of its compressed rows and its files, in bytes.',
        resolve: ({ bytes }) => Number(bytes),
      }),
      error: t.exposeString('error', {
        nullable: true,
        description: 'Why it failed, in English. Null if it did not.',
      }),
    }),
  });

const InstallationBackupsType = builder
  .objectRef<InstallationBackups>('InstallationBackups')
  .implement({
    description: 'How backups of this installation are made, and the latest ones. Visible to administrators.',
    fields: (t) => ({
      place: t.exposeString('place', {
        nullable: true,
        description: 'Folder or bucket of the backups. Null if none are made, because BACKUP_URL is not set.',
      }),
      isEncrypted: t.exposeBoolean('isEncrypted', { description: 'Whether they are encrypted.' }),
      intervalHours: t.exposeInt('intervalHours', { description: 'Hours between two backups.' }),
      keepDays: t.exposeInt('keepDays', { description: 'Days for which backups are kept.' }),
      testedBackupAt: t.expose('testedBackupAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the newest tested backup began. Null if there is none.',
      }),
      runs: t.field({
        type: [BackupRunType],
        description: 'The latest 20 backups, newest first.',
        resolve: ({ runs }) => runs,
      }),
    }),
  });

builder.queryField('installationBackups', (t) =>
  t.field({
    type: InstallationBackupsType,
    description: `Backups of this installation. ${only}`,
    resolve: (_, __, { app, actor }) => readBackups(app, actor),
  }),
);

const checkDescriptions: Record<CheckName, string> = {
  CONFIGURATION: 'Settings of the environment.',
  DISK: 'Free space.',
  DATABASE: 'The database and its replica.',
  STORAGE: 'The folder or bucket of the files.',
  CLOCK: 'Clocks of the machines.',
  TIME_ZONES: 'Time zone data.',
  EMAIL: 'Sending emails.',
  SPEECH: 'Speech services.',
  PUBLIC_URL: 'The address that people use.',
  CERTIFICATE: 'Its TLS certificate.',
  BACKUP: 'Backups.',
};
const stateDescriptions: Record<FindingState, string> = {
  FINE: 'Nothing has to be done.',
  WARNING: 'It works, but should be changed.',
  WRONG: 'Something does not work, or data is in danger.',
};

const InstallationCheckNameType = builder.enumType('InstallationCheckName', {
  description: 'What a check of an installation examines.',
  values: wordsEnum<CheckName>(checkDescriptions),
});
const InstallationCheckStateType = builder.enumType('InstallationCheckState', {
  description: 'How serious a finding is.',
  values: wordsEnum<FindingState>(stateDescriptions),
});

const InstallationCheckType = builder
  .objectRef<Finding>('InstallationCheck')
  .implement({
    description: 'What a check of an installation found. Visible to administrators.',
    fields: (t) => ({
      check: t.field({
        type: InstallationCheckNameType,
        description: 'What was checked.',
        resolve: ({ check }) => check,
      }),
      examined: t.exposeString('examined', {
        description: 'What was examined: a path, an address without credentials, or a name.',
      }),
      state: t.field({
        type: InstallationCheckStateType,
        description: 'How serious it is.',
        resolve: ({ state }) => state,
      }),
      message: t.string({
        description: 'What was found, and what to do if it is not fine, in English.',
        resolve: ({ message }) => message.message,
      }),
      messageNotice: t.field({
        type: NoticeType,
        nullable: true,
        description: '`message` with its code and parameters, for other languages.',
        resolve: ({ message }) => noticeOrNull(message),
      }),
    }),
  });

builder.queryField('installationChecks', (t) =>
  t.field({
    type: [InstallationCheckType],
    description: `Examines this installation, like \`npm run doctor\`. Takes some seconds. ${only}`,
    resolve: (_, __, { app, actor }) => checkInstallation(app, actor),
  }),
);
