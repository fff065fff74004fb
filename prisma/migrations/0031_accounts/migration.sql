--! runs with 0026_title_search
-- Adds mail, sessions, sign-in with OpenID, second factors, passkeys and the security log.

--! replaces 0041_mail
-- Mails and what became of them, and the language that a person reads. The release before sends none, and knows nothing of either.

-- CreateEnum
CREATE TYPE "MailState" AS ENUM ('queued', 'sending', 'handing', 'sent', 'failed', 'refused', 'unknown');

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "language" TEXT;

-- CreateTable
CREATE TABLE "Mail" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "userId" INTEGER,
    "recipient" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "content" TEXT,
    "state" "MailState" NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stateAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "error" TEXT,
    "errorNotices" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Mail_key_key" ON "Mail"("key");

-- CreateIndex
CREATE INDEX "Mail_userId_id_idx" ON "Mail"("userId", "id");

-- CreateIndex
CREATE INDEX "Mail_state_nextAttemptAt_idx" ON "Mail"("state", "nextAttemptAt");

-- CreateIndex
CREATE INDEX "Mail_createdAt_idx" ON "Mail"("createdAt");

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

--! replaces 0042_people
-- Who invited a member, and when. The release before invites nobody, and knows nothing of either.

-- AlterTable
-- short: one row a person and organization; both columns are NULL
ALTER TABLE "Member" ADD COLUMN     "invitedAt" TIMESTAMPTZ(3),
ADD COLUMN     "invitedById" INTEGER;

-- CreateIndex
-- short: one row a person and organization
CREATE INDEX "Member_invitedById_idx" ON "Member"("invitedById");

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

--! replaces 0044_sessions_and_security_log
-- Where a session is used, links for a new password, and the log of what concerns security. The release before knows nothing of them.

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "device" TEXT,
ADD COLUMN     "network" TEXT;

-- CreateTable
CREATE TABLE "PasswordReset" (
    "secretHash" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("secretHash")
);

-- CreateTable
CREATE TABLE "SecurityEntry" (
    "id" SERIAL NOT NULL,
    "event" TEXT NOT NULL,
    "userId" INTEGER,
    "subjectId" INTEGER,
    "organizationId" INTEGER,
    "network" TEXT,
    "device" TEXT,
    "body" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SecurityEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "PasswordReset_userId_key" ON "PasswordReset"("userId");

-- CreateIndex
CREATE INDEX "SecurityEntry_organizationId_id_idx" ON "SecurityEntry"("organizationId", "id");

-- CreateIndex
CREATE INDEX "SecurityEntry_userId_id_idx" ON "SecurityEntry"("userId", "id");

-- CreateIndex
CREATE INDEX "SecurityEntry_subjectId_id_idx" ON "SecurityEntry"("subjectId", "id");

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SecurityEntry" ADD CONSTRAINT "SecurityEntry_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SecurityEntry" ADD CONSTRAINT "SecurityEntry_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SecurityEntry" ADD CONSTRAINT "SecurityEntry_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What a data model cannot say.

-- Entries are added, and nothing else: of what is deleted the id goes, and after a year the clean-up may take them.
CREATE FUNCTION parlance_security_refused() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW."id", NEW."event", NEW."network", NEW."device", NEW."body", NEW."createdAt")
      IS NOT DISTINCT FROM (OLD."id", OLD."event", OLD."network", OLD."device", OLD."body", OLD."createdAt")
    AND (NEW."userId" IS NULL OR NEW."userId" = OLD."userId")
    AND (NEW."subjectId" IS NULL OR NEW."subjectId" = OLD."subjectId")
    AND (NEW."organizationId" IS NULL OR NEW."organizationId" = OLD."organizationId") THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND OLD."createdAt" < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The security log stays as it is.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER security_stays BEFORE UPDATE OR DELETE ON "SecurityEntry" FOR EACH ROW EXECUTE FUNCTION parlance_security_refused();
CREATE TRIGGER security_not_emptied BEFORE TRUNCATE ON "SecurityEntry" EXECUTE FUNCTION parlance_security_refused();

--! replaces 0045_openid_and_second_factor
-- Identities of OpenID providers, what is linked to an account once its owner agrees, and second factors. The release before knows nothing of them: the
-- sessions that they opened are sessions like others to it.

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "identityId" INTEGER,
ADD COLUMN     "issuerSession" TEXT;

-- AlterTable
ALTER TABLE "Member" ADD COLUMN     "issuer" TEXT;

-- CreateTable
CREATE TABLE "Identity" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Identity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PendingIdentity" (
    "secretHash" TEXT NOT NULL,
    "mailHash" TEXT,
    "userId" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "issuerSession" TEXT,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PendingIdentity_pkey" PRIMARY KEY ("secretHash")
);

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "totpSecret" TEXT,
ADD COLUMN     "totpStep" INTEGER;

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "codeHash" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("codeHash")
);

-- CreateIndex
CREATE INDEX "RecoveryCode_userId_idx" ON "RecoveryCode"("userId");

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "UsedOnce" (
    "hash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UsedOnce_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
-- short: a row for each device that is signed in
CREATE INDEX "Session_identityId_idx" ON "Session"("identityId");

-- CreateIndex
CREATE INDEX "Identity_userId_idx" ON "Identity"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Identity_issuer_subject_key" ON "Identity"("issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "PendingIdentity_mailHash_key" ON "PendingIdentity"("mailHash");

-- CreateIndex
CREATE INDEX "PendingIdentity_userId_idx" ON "PendingIdentity"("userId");

-- AddForeignKey
-- short: a row for each device that is signed in
ALTER TABLE "Session" ADD CONSTRAINT "Session_identityId_fkey" FOREIGN KEY ("identityId") REFERENCES "Identity"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Identity" ADD CONSTRAINT "Identity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PendingIdentity" ADD CONSTRAINT "PendingIdentity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

--! replaces 0047_own_account
-- Links that confirm another e-mail address, and when an account was deleted. The release before knows nothing of either: nobody can sign in to an
-- account of which nothing is left.

-- AlterTable
ALTER TABLE "User" ADD COLUMN "deletedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "EmailChange" (
    "secretHash" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EmailChange_pkey" PRIMARY KEY ("secretHash")
);

-- CreateIndex
CREATE UNIQUE INDEX "EmailChange_userId_key" ON "EmailChange"("userId");

-- AddForeignKey
ALTER TABLE "EmailChange" ADD CONSTRAINT "EmailChange_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

--! replaces 0048_partner_token_expiry
-- From where a partner token was used last, and when its end was announced. The release before writes neither.

-- AlterTable
ALTER TABLE "PartnerToken" ADD COLUMN "lastUsedNetwork" TEXT,
ADD COLUMN "remindedAt" TIMESTAMPTZ(3);

--! replaces 0055_passkeys
-- Passkeys; from when on an organization asks its members for a second factor; what partner tokens are limited to; who wants no more mails of a kind. The
-- release before asks nobody for a passkey and knows no limits of tokens: both hold once all its processes have ended.

-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "secondFactorFrom" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "PartnerToken" ADD COLUMN     "callsPerMinute" INTEGER,
ADD COLUMN     "projectIds" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- CreateTable
CREATE TABLE "MailRefusal" (
    "recipient" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "MailRefusal_pkey" PRIMARY KEY ("recipient","kind")
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "credentialId" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "name" TEXT NOT NULL,
    "backedUp" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");

-- CreateIndex
CREATE INDEX "Passkey_userId_idx" ON "Passkey"("userId");

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

--! replaces 0084_proved_elsewhere
-- A session knows when its person proved it at an OpenID provider, an identity that the provider is to ask anew, and one that waits for being
-- linked the roles that come with it and since when it waits. The release before writes and reads none of it.

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "provedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "askAgainUntil" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "PendingIdentity" ADD COLUMN     "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "roles" JSONB NOT NULL DEFAULT '[]';
