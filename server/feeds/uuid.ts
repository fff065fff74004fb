import { createHash } from 'node:crypto';

/** A UUID of version 5 (RFC 9562, section 5.5): the same name in the same namespace is the same for ever. */
export function uuidOf(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** In which podcasts' GUIDs are made (podcastindex.org/namespace/1.0, `podcast:guid`). */
const podcasts = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';
/** In which those of items in other feeds are made. */
const items = '6f0d8f5e-7c3b-5d0a-9d53-0f1c62a7b9e4';

/** The GUID of a podcast: of its feed's address without scheme and trailing slashes. */
export const podcastGuid = (address: string): string =>
  uuidOf(podcasts, address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/(?<!\/)\/+$/, ''));

/** The id of an article in a channel's feed, which does not change with the addresses of either. */
export const itemId = (channel: { slug: string; createdAt: Date }, articleId: number): string =>
  `urn:uuid:${uuidOf(items, `${channel.createdAt.toISOString()} ${channel.slug} ${articleId}`)}`;
