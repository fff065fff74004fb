import { z } from 'zod';
import { choice, flag, settingGroup, settingsSchema, text } from '../../../kernel/settings.ts';

const reports = settingGroup({
  emailReportsEnable: flag({ description: 'Whether reports are mailed.', feature: 'reports' }),
  emailReportsPeriod: choice(['daily', 'weekly', 'monthly'], { description: 'How often they are mailed.', default: 'weekly' }),
  emailReportsAddress: text({
    description: 'Where they are mailed to. Null: to nobody yet; whoever switches them on then gets them.', default: null,
    check: (value) => (z.email().max(254).safeParse(value).success ? null : 'Invalid email'),
  }),
});

/** They are changed by a mutation of their own. */
export const reportSettings = settingsSchema(reports);
