import { declareMessages } from '../lib/declare-messages.ts';

/** What the checks of an installation find, and what operators do about it. */
export const doctorMessages = declareMessages({
  CHECK_FAILED: 'The check failed. {why}',
  CHECK_TOO_SLOW: 'There was no answer within {seconds, number} seconds.',

  CHECK_CONFIGURATION_FINE: 'All settings are known, and none contradicts another.',
  CHECK_SETTING_INVALID: 'Invalid: {why}. Correct it: the server does not start with it.',
  CHECK_VARIABLE_MISSPELLED: 'The variable {name} has no effect. If {meant} is meant, rename it.',
  CHECK_SETTING_ALONE: '{name} has no effect while {other} is not set. Set both, or remove it.',
  CHECK_DATA_KEY_UNSET:
    'DATA_KEY is not set, so JWT_SECRET also seals what is stored for long. Set DATA_KEY before you replace JWT_SECRET.',
  CHECK_SIGN_UP_WITHOUT_EMAIL:
    'SIGN_UP is on, but emails are not sent, so no one can confirm a sign-up. Set SMTP_URL.',

  CHECK_DISK_FINE: '{gigabytes, number, ::.0} GB are free ({percent, number}%).',
  CHECK_DISK_LOW:
    'Only {gigabytes, number, ::.0} GB are free ({percent, number}%). Free space or enlarge the disk before it is full.',
  CHECK_DISK_FILES_LOW:
    'The disk has room for only {percent, number}% of its number of files (inodes). Delete small files, or use a file system with more.',
  CHECK_DISK_FAILED: 'It cannot be written. {why}',

  CHECK_DATABASE_FINE: '{version} answers, can be written, and sends notifications.',
  CHECK_DATABASE_EMBEDDED: 'The embedded database answers and can be written.',
  CHECK_DATABASE_IN_USE:
    'A server has the embedded database open. For the checks of what is in it, see Administration, System.',
  CHECK_DATABASE_ABSENT: 'There is no database yet. The first start of the server creates it.',
  CHECK_DATABASE_OTHER_USER:
    'The embedded database belongs to another user, and was not opened. Run npm run doctor as the user of the server.',
  CHECK_DATABASE_FAILED: '{why}',
  CHECK_DATABASE_OLD: 'This is {version}. Parlance needs PostgreSQL 15 or newer: upgrade it.',
  CHECK_DATABASE_ENCODING:
    'The encoding is {encoding}, so some characters cannot be stored. Move to a database with the encoding UTF8.',
  CHECK_DATABASE_READ_ONLY:
    'The database is read-only: it is a standby, or default_transaction_read_only is on. Connect to the primary.',
  CHECK_DATABASE_SETTING:
    '{name} is {value}, so a crash can lose or damage data. Set {name} = {wanted} in postgresql.conf.',
  CHECK_DATABASE_VACUUM:
    '{name} is off, so tables grow and queries get slower. Set {name} = on in postgresql.conf.',
  CHECK_DATABASE_EXTENSION:
    'The extension {name} is not installed on the database’s machine. Install PostgreSQL’s contrib package there.',
  CHECK_DATABASE_CONNECTIONS:
    '{used, number} of {most, number} connections are in use, and each process needs {needed, number}. Raise max_connections, or lower DATABASE_POOL.',
  CHECK_DATABASE_DEAF:
    'Notifications do not arrive (LISTEN), so feeds and screens do not update. A pooler has to be in session mode; or connect to PostgreSQL directly.',
  CHECK_DATABASE_UNFINISHED:
    'It is the unfinished copy of {source}. Run the same npm run move or npm run restore again.',
  CHECK_SCHEMA_OLDER: 'The database is of an older release. The next start of a server brings it up to date.',
  CHECK_SCHEMA_NEWER: 'The database is of a newer release (migration {migration}). Run that release.',
  CHECK_REPLICA_FINE: 'The replica answers and is {seconds, number} seconds behind.',
  CHECK_REPLICA_LATE:
    'The replica is {seconds, number} seconds behind, so reports are read from the primary. Check the replication.',
  CHECK_REPLICA_FAILED: 'The replica does not answer, so reports are read from the primary. {why}',

  CHECK_STORAGE_FINE: 'Files can be written.',
  CHECK_STORAGE_FAILED: 'Audio cannot be stored. {why}',

  CHECK_CLOCK_FINE: 'The clocks differ by {seconds, number, ::.0} seconds.',
  CHECK_CLOCK_OFF:
    'The clocks differ by {seconds, number, ::.0} seconds. Switch on time synchronization (NTP) on both machines.',

  CHECK_ZONES_FINE: 'Node’s time zone data ({version}) knows all zones in use.',
  CHECK_ZONES_OLD: 'Node’s time zone data ({version}) is more than two years old. Update Node.',
  CHECK_ZONE_UNKNOWN: 'The time zone {zone} is in use, but Node does not know it and uses UTC. Update Node.',

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

  CHECK_PUBLIC_URL_FINE: 'It answers as this installation.',
  CHECK_PUBLIC_URL_LOCAL:
    'Only this machine reaches it, and links in emails, feeds and players contain it. Set PUBLIC_URL to the address that people use.',
  CHECK_PUBLIC_URL_PLAIN:
    'Passwords and audio go over the network unencrypted. Put a proxy with TLS in front, and use https in PUBLIC_URL.',
  CHECK_PUBLIC_URL_FAILED: '{why} Check the DNS, the firewall and the proxy.',
  CHECK_PUBLIC_URL_STATUS:
    'It answers with HTTP {status, number, ::group-off}. Check whether the server runs, and that the proxy passes on /healthz.',
  CHECK_PUBLIC_URL_OTHER:
    'Another program or another installation answers there. Check the DNS, the proxy and JWT_SECRET.',
  CHECK_PUBLIC_URL_UNKNOWN:
    'It answers. Whether it is this installation is unknown until a server has been started.',

  CHECK_CERTIFICATE_FINE: 'Valid for {days, number} more days.',
  CHECK_CERTIFICATE_SOON:
    'It is valid for only {days, number} more days. Renew it, and check why it is not renewed automatically.',
  CHECK_CERTIFICATE_OVER: 'It is no longer valid. Renew it.',
  CHECK_CERTIFICATE_UNTRUSTED:
    'Browsers do not trust it ({why}). Install a certificate for this host, with its whole chain.',
  CHECK_CERTIFICATE_FAILED: 'It cannot be read. {why}',

  CHECK_BACKUP_FINE:
    'The last tested backup is {hours, plural, =0 {less than an hour} one {# hour} other {# hours}} old.',
  CHECK_BACKUP_OFF: 'No backups are made. Set BACKUP_URL and BACKUP_KEY.',
  CHECK_BACKUP_NONE:
    'There is no tested backup yet. A server makes the first one within an hour of its start.',
  CHECK_BACKUP_LATE:
    'The last tested backup is {hours, plural, one {# hour} other {# hours}} old. Check that a worker runs.',
  CHECK_BACKUP_FAILED: 'The last backup failed. {why}',
  CHECK_BACKUP_PLAIN: 'Backups are not encrypted and contain this installation’s keys. Set BACKUP_KEY.',
  CHECK_BACKUP_SAME_DISK:
    'Backups are on the same disk as the data, so a broken disk loses both. Use another disk or a bucket.',
  CHECK_BACKUP_PLACE: 'Backups cannot be written. {why}',
});
