import { once } from 'node:events';
import tls from 'node:tls';
import type { Config } from '../config.ts';
import { currentProxies } from '../lib/outbound/environment-proxies.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

const usualTimeoutMs = 8_000;
const dayMs = 86_400_000;
/** Days that are left from which a certificate is reported: it is renewed weeks before, as a rule. */
const daysLeft = { warning: 14, wrong: 3 } as const;

/** A certificate as a server sends it. */
interface SentCertificate {
  validUntil: number;
  /** Why browsers do not trust it; null: they do. */
  untrusted: string | null;
}

/**
 * Checks the certificate of PUBLIC_URL: trust, host name and the days that are left. Behind a proxy of the
 * network it cannot be seen, and nothing is reported.
 */
export async function checkCertificate({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
  const { protocol, hostname, port, host } = new URL(publicUrl);
  if (protocol !== 'https:' || currentProxies()?.httpsProxy !== undefined) return [];
  const { fine, warning, wrong } = findingsAbout('CERTIFICATE', host);
  let certificate: SentCertificate;
  try {
    certificate = await readCertificate(hostname.replace(/^\[(.*)\]$/, '$1'), Number(port || 443));
  } catch (error) {
    return [wrong(m.CHECK_CERTIFICATE_FAILED({ why: (error as Error).message }))];
  }
  const { validUntil, untrusted } = certificate;
  const days = Math.floor((validUntil - Date.now()) / dayMs);
  if (validUntil <= Date.now()) return [wrong(m.CHECK_CERTIFICATE_OVER())];
  if (untrusted !== null) return [wrong(m.CHECK_CERTIFICATE_UNTRUSTED({ why: untrusted }))];
  if (days >= daysLeft.warning) return [fine(m.CHECK_CERTIFICATE_FINE({ days }))];
  return [(days < daysLeft.wrong ? wrong : warning)(m.CHECK_CERTIFICATE_SOON({ days }))];
}

/** Reads the certificate of a server, whether it is trusted or not. Nothing is sent. @throws what TLS does */
export async function readCertificate(
  host: string,
  port: number,
  timeoutMs = usualTimeoutMs,
): Promise<SentCertificate> {
  const isAddress = /^[\d.]+$|:/.test(host);
  // The certificate itself is what is examined, so that a bad one has to be seen.
  const socket = tls.connect({
    host,
    port,
    rejectUnauthorized: false,
    ...(!isAddress && { servername: host }),
  });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`${host} does not answer.`)));
  try {
    await once(socket, 'secureConnect');
    const { valid_to: validTo } = socket.getPeerCertificate();
    return {
      validUntil: Date.parse(validTo),
      untrusted: socket.authorized ? null : String(socket.authorizationError),
    };
  } finally {
    socket.on('error', () => {});
    socket.destroy();
  }
}
