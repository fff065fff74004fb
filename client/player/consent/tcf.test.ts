import { expect, test } from 'vitest';
import { consentManagerAnswer } from './consentmanager-net.ts';
import { tcfAnswer, type TcData } from './tcf.ts';

const all = { '1': true, '8': true, '10': true };
const data = (change: Partial<TcData> = {}): TcData => ({
  eventStatus: 'tcloaded',
  gdprApplies: true,
  purpose: { consents: all },
  vendor: { consents: { '1181': true } },
  ...change,
});

test('consent requires the vendor and each of its purposes', () => {
  expect(tcfAnswer(data(), 1181)).toBe(true);
  expect(tcfAnswer(data({ eventStatus: 'useractioncomplete' }), 1181)).toBe(true);
  expect(tcfAnswer(data({ vendor: { consents: { '1181': false } } }), 1181)).toBe(false);
  expect(tcfAnswer(data({ vendor: { consents: { '755': true } } }), 1181)).toBe(false);
  for (const purpose of ['1', '8', '10'])
    expect(tcfAnswer(data({ purpose: { consents: { ...all, [purpose]: false } } }), 1181)).toBe(false);
  expect(tcfAnswer(data({ purpose: {}, vendor: {} }), 1181)).toBe(false);
});

test('an open dialog is no decision, and no consent is needed where the law does not apply', () => {
  expect(tcfAnswer(data({ eventStatus: 'cmpuishown' }), 1181)).toBeUndefined();
  expect(tcfAnswer({}, 1181)).toBeUndefined();
  expect(tcfAnswer({ gdprApplies: false }, 1181)).toBe(true);
});

test('the consent manager is queried for its service once it has loaded', () => {
  expect(consentManagerAnswer(undefined, 's1604')).toBeUndefined();
  expect(consentManagerAnswer(false, 's1604')).toBeUndefined();
  expect(consentManagerAnswer({}, 's1604')).toBeUndefined();
  expect(consentManagerAnswer({ vendorConsents: {} }, 's1604')).toBe(false);
  expect(consentManagerAnswer({ vendorConsents: { s1604: true } }, 's1604')).toBe(true);
});
