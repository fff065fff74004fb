import { z } from 'zod';
import { choice, flag, namedGroup, settingsSchema, text } from '../../../../kernel/settings.ts';
import { settingMessages } from '../messages.ts';
import { kernelMessages } from '../../../../kernel/messages.ts';

export const reports = namedGroup(
  'reports',
  'Email reports about a project.',
  {
    emailReportsEnable: flag({
      as: 'enabled',
      description: 'Whether reports are sent by email.',
      feature: 'reports',
    }),
    emailReportsPeriod: choice(['daily', 'weekly', 'monthly'], {
      as: 'period',
      description: 'How often reports are sent. Only `WEEKLY` can be chosen.',
      default: 'weekly',
    }),
    emailReportsAddress: text({
      as: 'address',
      format: 'email',
      description:
        'Email address for reports. Null if none; it is then set to the address of the user who ' +
        'turns them on.',
      default: null,
      check: (value) => (z.email().max(254).safeParse(value).success ? null : kernelMessages.NOT_AN_EMAIL()),
    }),
  },
  ({ emailReportsPeriod }, isChanged) => ({
    emailReportsPeriod:
      emailReportsPeriod !== 'weekly' &&
      isChanged('emailReportsPeriod') &&
      settingMessages.REPORTS_WEEKLY_ONLY(),
  }),
);

/** Report settings, which have their own mutation. */
export const reportSettings = settingsSchema(reports);
