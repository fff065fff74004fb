import { isIP } from 'node:net';
import { webAddressProblem } from '../../../../text/web-address.ts';
import { day, flag, namedGroup, text, wholeNumber } from '../../../../kernel/settings.ts';
import { settingMessages } from '../messages.ts';

export const extraction = namedGroup(
  'extraction',
  'Which articles are added to a project, and how they are read from their pages.',
  {
    mainUrl: text({
      format: 'address',
      description: "URL of the website's main page. Null if none.",
      default: null,
      max: 256,
      check: webAddressProblem,
    }),
    autoAddArticles: flag({
      description: 'Whether articles on the website are found and added. Requires `mainUrl`.',
    }),
    playerArticlesPerDay: wholeNumber({
      description:
        'New pages per day (UTC) that players may add when a listener opens a page of the website ' +
        'that is not an article yet. 0 for none.',
      default: 50,
      min: 0,
      max: 10_000,
    }),
    articlesFromDate: day({
      description: 'Articles published before this day are not added. Null for no restriction.',
      default: null,
    }),
    autoupdate: flag({
      as: 'autoUpdateArticles',
      description: 'Whether new articles are updated when their feed item changes.',
    }),
    extractorServerIp: flag({
      as: 'ipAddressEnabled',
      description: 'Whether pages are fetched from `ipAddress`.',
      administratorsOnly: true,
    }),
    extractorIpAddress: text({
      as: 'ipAddress',
      description: 'IP address of the server from which pages are fetched. Null for the default.',
      default: null,
      administratorsOnly: true,
      check: (value) => (isIP(value) ? null : settingMessages.NOT_AN_IP_ADDRESS()),
    }),
  },
  ({ autoAddArticles, mainUrl }) => ({
    mainUrl: autoAddArticles && !mainUrl && settingMessages.WEBSITE_MISSING(),
  }),
);
