import { expect, test } from 'vitest';
import { createWebhookSecret, webhookHeaders } from './webhook-signature.ts';

// The example of Standard Webhooks 1.0.0.
test('signatures match the example in the Standard Webhooks specification', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330, body: '{"test": 2432232314}' };
  expect(webhookHeaders(message, [secret])).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('secrets are random and have 32 bytes', () => {
  const [one, other] = [createWebhookSecret(), createWebhookSecret()];
  expect(one).not.toBe(other);
  expect(Buffer.from(one.slice(6), 'base64')).toHaveLength(32);
});
