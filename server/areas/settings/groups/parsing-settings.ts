import { isIP } from 'node:net';
import { webAddressProblem } from '../../../text/web-address.ts';
import { day, flag, settingGroup, text } from '../../../kernel/settings.ts';

export const parsing = settingGroup(
  {
    mainUrl: text({ description: 'The main page of the website. Null: none.', default: null, max: 256, check: webAddressProblem }),
    autoAddArticles: flag({ description: 'Whether articles are found on the website and added; it needs `mainUrl`.' }),
    articlesFromDate: day({ description: 'Articles published before this day are not added. Null: all are.', default: null }),
    autoupdate: flag({ description: 'Whether new articles follow changes of their item in the feed.' }),
    extractorServerIp: flag({ description: 'Whether pages are fetched from the address in `extractorIpAddress`.', administratorsOnly: true }),
    extractorIpAddress: text({
      description: 'The address of the server from which pages are fetched. Null: the default.', default: null, administratorsOnly: true,
      check: (value) => (isIP(value) ? null : 'Must be an IP address.'),
    }),
  },
  ({ autoAddArticles, mainUrl }) => ({ mainUrl: autoAddArticles && !mainUrl && 'Please enter website' }),
);
