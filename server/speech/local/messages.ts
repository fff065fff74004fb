import { declareMessages } from '../../lib/declare-messages.ts';

/** Why a voice cannot be installed. */
export const voiceInstallMessages = declareMessages({
  VOICE_INSTALLED_ALREADY: '{voice} is installed already.',
  VOICE_BEING_INSTALLED: '{voice} is being installed already.',
  VOICE_NOT_INDEXED: 'The index has no voice {voice} that can be used here.',
  VOICE_TOO_LARGE: '{voice} is too large: a file may have {gigabytes, number} GB at most.',
  VOICE_NOT_INSTALLED: 'There is no voice {voice} in the voices folder.',
  VOICE_DISK_FULL: 'There is not enough free space in {folder} for {voice}.',
  VOICE_FOLDER_READ_ONLY: 'The server cannot write to {folder}. Give its user write access.',
  VOICE_CHECKSUM_WRONG:
    '{file} does not have the checksum of the index, and was deleted. Try again; if it happens again, the index or the server is wrong.',
  VOICE_FILE_TOO_LONG: '{file} is longer than the index says.',
  VOICE_FILE_CUT: '{file} ended too early. Try again to continue.',
  VOICE_DOWNLOAD_STALLED: '{file} stopped arriving. Try again to continue.',
  VOICE_SERVER_REFUSED: '{url} answered with {status}.',
  VOICE_INDEX_UNREADABLE: '{url} cannot be read: {reason}.',
  VOICE_INDEX_INVALID: '{url} is not an index of voices.',
  VOICE_INDEX_TOO_LONG: '{url} is too long to be an index of voices.',
  VOICE_INSTALL_INTERRUPTED: 'The server restarted during the download. Try again to continue.',
});
