import { declareMessages } from '../lib/declare-messages.ts';

/** What the checks of an installation find, and what operators do about it. */
export const doctorMessages = declareMessages({
  CHECK_FAILED: 'The check failed. {why}',
  CHECK_TOO_SLOW: 'No response within {seconds, number} seconds.',

  CHECK_CONFIGURATION_FINE: 'All settings are known, and none of them contradict each other.',
  CHECK_SETTING_INVALID: 'Invalid: {why}. Correct it; otherwise, the server won’t start.',
  CHECK_VARIABLE_MISSPELLED: 'The variable {name} has no effect. If you meant {meant}, rename it.',
  CHECK_SETTING_ALONE: '{name} has no effect while {other} is not set. Set both, or remove it.',
  CHECK_DATA_KEY_UNSET:
    'DATA_KEY is not set, so JWT_SECRET also encrypts long-lived data. Set DATA_KEY before you replace JWT_SECRET.',
  CHECK_SIGN_UP_WITHOUT_EMAIL:
    'SIGN_UP is on, but emails are not sent, so no one can confirm a sign-up. Set SMTP_URL.',

  CHECK_DISK_FINE: '{gigabytes, number, ::.0} GB are free ({percent, number}%).',
  CHECK_DISK_LOW:
    'Only {gigabytes, number, ::.0} GB are free ({percent, number}%). Free up space or enlarge the disk before it is full.',
  CHECK_DISK_FILES_LOW:
    'Only {percent, number}% of the disk’s file entries (inodes) are free. Delete small files, or use a file system with more inodes.',
  CHECK_DISK_FAILED: 'Parlance can’t write to it. {why}',

  CHECK_DATABASE_FINE: '{version} responds, accepts writes and sends notifications.',
  CHECK_DATABASE_EMBEDDED: 'The embedded database responds and accepts writes.',
  CHECK_DATABASE_IN_USE:
    'A server is using the embedded database. To check its contents, open Administration › System.',
  CHECK_DATABASE_ABSENT: 'There is no database yet. The server creates it at its first start.',
  CHECK_DATABASE_OTHER_USER:
    'The embedded database belongs to another user and was not opened. Run npm run doctor as the user that runs the server.',
  CHECK_DATABASE_FAILED: '{why}',
  CHECK_DATABASE_OLD: 'This is {version}. Parlance needs PostgreSQL 15 or newer. Upgrade the database.',
  CHECK_DATABASE_ENCODING:
    'The encoding is {encoding}, so some characters can’t be stored. Move to a database with UTF8 encoding.',
  CHECK_DATABASE_READ_ONLY:
    'The database is read-only: it is a standby, or default_transaction_read_only is on. Connect to the primary.',
  CHECK_DATABASE_SETTING:
    '{name} is {value}, so a crash can lose or damage data. Set {name} = {wanted} in postgresql.conf.',
  CHECK_DATABASE_VACUUM:
    '{name} is off, so tables grow and queries get slower. Set {name} = on in postgresql.conf.',
  CHECK_DATABASE_EXTENSION:
    'The extension {name} is not installed on the database server. Install PostgreSQL’s contrib package there.',
  CHECK_DATABASE_CONNECTIONS:
    '{used, number} of {most, number} connections are in use, and each process needs {needed, number}. Raise max_connections, or lower DATABASE_POOL.',
  CHECK_DATABASE_DEAF:
    'Notifications (LISTEN) don’t arrive, so feeds and screens aren’t updated. Set your connection pooler to session mode, or connect to PostgreSQL directly.',
  CHECK_DATABASE_UNFINISHED:
    'This database is an unfinished copy of {source}. Run the same npm run move or npm run restore command again.',
  CHECK_SCHEMA_OLDER: 'The database is from an older release. Starting a server updates it.',
  CHECK_SCHEMA_NEWER: 'The database is from a newer release (migration {migration}). Run that release.',
  CHECK_REPLICA_FINE: 'The replica responds and is {seconds, number} seconds behind.',
  CHECK_REPLICA_LATE:
    'The replica is {seconds, number} seconds behind, so reports are read from the primary. Check the replication.',
  CHECK_REPLICA_FAILED: 'The replica doesn’t respond, so reports are read from the primary. {why}',

  CHECK_STORAGE_FINE: 'Files can be written.',
  CHECK_STORAGE_FAILED: 'Audio cannot be stored. {why}',

  CHECK_CLOCK_FINE: 'The clocks differ by {seconds, number, ::.0} seconds.',
  CHECK_CLOCK_OFF:
    'The clocks differ by {seconds, number, ::.0} seconds. Turn on time synchronization (NTP) on both machines.',

  CHECK_ZONES_FINE: 'Node’s time zone data ({version}) includes all time zones in use.',
  CHECK_ZONES_OLD: 'Node’s time zone data ({version}) is more than two years old. Update Node.',
  CHECK_ZONE_UNKNOWN:
    'The time zone {zone} is in use, but Node doesn’t know it and uses UTC instead. Update Node.',

  CHECK_EMAIL_FINE: 'The server accepts the connection and the sign-in.',
  CHECK_EMAIL_OUTBOX: 'Emails are not sent but written to {folder}, because SMTP_URL is not set.',
  CHECK_EMAIL_FAILED: 'Emails cannot be sent. {why}',
  CHECK_EMAIL_SENDER:
    'Emails come from {sender}, and are likely to be rejected. Set MAIL_FROM to an address of your domain.',

  CHECK_SPEECH_FINE: 'Set up: {services}.',
  CHECK_SPEECH_PLAIN:
    'Only eSpeak is set up, which sounds robotic. Add a speech service, or install a natural voice with npm run voices.',
  CHECK_SPEECH_PAUSED: '{service} is paused after failures. {why}',
  CHECK_SPEECH_FAILED: 'The speech services cannot be set up. {why}',

  CHECK_PUBLIC_URL_FINE: 'This installation responds there.',
  CHECK_PUBLIC_URL_LOCAL:
    'Only this machine can reach this address, but emails, feeds and players link to it. Set PUBLIC_URL to the address that people use.',
  CHECK_PUBLIC_URL_PLAIN:
    'Passwords and audio travel over the network unencrypted. Put a TLS proxy in front of Parlance, and use https in PUBLIC_URL.',
  CHECK_PUBLIC_URL_FAILED: '{why} Check the DNS, the firewall and the proxy.',
  CHECK_PUBLIC_URL_STATUS:
    'The address responds with HTTP {status, number, ::group-off}. Check that the server is running and that the proxy forwards /healthz.',
  CHECK_PUBLIC_URL_OTHER:
    'Another program or another installation responds there. Check the DNS, the proxy and JWT_SECRET.',
  CHECK_PUBLIC_URL_UNKNOWN:
    'The address responds. Whether it is this installation can only be checked after a server has started for the first time.',

  CHECK_CERTIFICATE_FINE: 'Valid for {days, number} more days.',
  CHECK_CERTIFICATE_SOON:
    'Valid for only {days, number} more days. Renew the certificate, and check why it isn’t renewed automatically.',
  CHECK_CERTIFICATE_OVER: 'The certificate has expired. Renew it.',
  CHECK_CERTIFICATE_UNTRUSTED:
    'Browsers don’t trust the certificate ({why}). Install a certificate for this host with its full chain.',
  CHECK_CERTIFICATE_FAILED: 'The certificate can’t be read. {why}',

  CHECK_BACKUP_FINE:
    'The last tested backup is {hours, plural, =0 {less than an hour} one {# hour} other {# hours}} old.',
  CHECK_BACKUP_OFF: 'No backups are made. Set BACKUP_URL and BACKUP_KEY.',
  CHECK_BACKUP_NONE:
    'There is no tested backup yet. The first one is made within an hour of a server’s start.',
  CHECK_BACKUP_LATE:
    'The last tested backup is {hours, plural, one {# hour} other {# hours}} old. Check that a worker is running.',
  CHECK_BACKUP_FAILED: 'The last backup failed. {why}',
  CHECK_BACKUP_PLAIN: 'Backups are not encrypted and contain this installation’s keys. Set BACKUP_KEY.',
  CHECK_BACKUP_SAME_DISK:
    'Backups are on the same disk as the data, so a disk failure destroys both. Use another disk or a bucket.',
  CHECK_BACKUP_PLACE: 'Backups cannot be written. {why}',
});
