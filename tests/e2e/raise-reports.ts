import type { App } from '../../server/kernel/app.ts';
import type { Factories } from '../support/factories.ts';
import { reportedProject, type ReportedNames, type ReportedProject } from '../support/reported-project.ts';

/** As long as they become, and as short. */
const names: ReportedNames = {
  projects: ['Evening', 'Evening, the edition for the mountains', 'Gazette'],
  titles: [
    'The harbour opens again after eleven years of argument about who is to pay for it',
    'Markets',
    'Why our council wants to build a second bridge, and what the first one cost',
    'Überschwemmungen im Süden: Was Hausbesitzer jetzt wissen müssen',
    'L’école de demain se construit dès aujourd’hui dans les quartiers nord',
    'A letter',
  ],
  authors: ['Ada Lovelace', 'Jean-Baptiste de la Rochefoucauld-Liancourt', 'Ö', 'The editorial board'],
  labels: ['news', 'culture and the arts', 'Landtagswahl Nordrhein-Westfalen', 'sport', 'x', 'économie'],
  playlists: ['On the way to work', 'Das Beste der Woche zum Nachhören', 'All'],
  source: 'https://example.com/feeds/everything/that/is/new.xml',
  episodes: ['Monday', 'What the week was about, in twelve minutes, for those who missed it', 'Die Lage'],
  apps: ['Apple Podcasts', 'AntennaPod', 'Spotify', 'A podcast app with a very long name, for radios', ''],
  devices: ['iPhone', 'Android phone', 'Amazon Echo Show 10 (3rd generation)', ''],
  countries: ['DE', 'FR', 'BA', 'US', ''],
  providers: ['parlance', 'A network whose name is hardly shorter than its contract', ''],
  voices: [
    ['azure', 'de-DE-FlorianMultilingualNeural'],
    ['google', 'en-GB-Neural2-A'],
    ['offline', 'en-US-Otto'],
  ],
};

/** Creates a project with data in every report, and a user who may read them. */
export const raiseReports = (app: App, make: Factories): Promise<ReportedProject> =>
  reportedProject(app, make, names);
