import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A certificate and what signs with it. */
export interface IssuedCertificate {
  pem: string;
  key: KeyObject;
  name: string;
}

export interface CertificateRequest {
  name: string;
  /** Host names that it is for. */
  hosts?: string[];
  /** Whether it may issue others. */
  ca?: boolean;
  /** Days from now. */
  from?: number;
  to?: number;
  /** Issuer; self-signed without one. */
  by?: IssuedCertificate;
}

/** A certificate (X.509 version 3, RFC 5280) in DER, which Node reads but does not make. */
export function issue({
  name,
  hosts = [],
  ca = false,
  from = -1,
  to = 1,
  by,
}: CertificateRequest): IssuedCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const algorithm = sequence(oid('2a864886f70d01010b'), der(0x05));
  const extensions = [
    sequence(
      oid('551d13'),
      der(0x01, Buffer.from([0xff])),
      der(0x04, sequence(...(ca ? [der(0x01, Buffer.from([0xff]))] : []))),
    ),
    ...(hosts.length > 0
      ? [sequence(oid('551d11'), der(0x04, sequence(...hosts.map((host) => der(0x82, Buffer.from(host))))))]
      : []),
  ];
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(by?.name ?? name),
    sequence(time(from), time(to)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('RSA-SHA256', content, by?.key ?? privateKey);
  const certificate = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g)!;
  return {
    pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey,
    name,
  };
}

function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), body]);
}

const sequence = (...content: Buffer[]): Buffer => der(0x30, ...content);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const distinguishedName = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));

function time(days: number): Buffer {
  const iso = new Date(Date.now() + days * 86_400_000).toISOString();
  return der(0x18, Buffer.from(`${iso.slice(0, 19).replace(/[-:T]/g, '')}Z`));
}
