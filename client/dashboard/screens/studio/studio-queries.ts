/** What the studio asks when it is opened, for its routes. */
import editAudio from '../../__generated__/EditAudioScreenQuery$parameters.ts';
import newAudio from '../../__generated__/NewAudioScreenQuery$parameters.ts';
import profile from '../../__generated__/ProfileScreenQuery$parameters.ts';
import list from '../../__generated__/StudioListScreenQuery$parameters.ts';
import shell from '../../__generated__/StudioShellQuery$parameters.ts';

export const studioQueries = { editAudio, newAudio, profile, list, shell };
