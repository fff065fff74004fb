--! runs with 0026_title_search
-- The studio, its accounts in milliseconds, sign-ups and premium. The release before knows nothing of it: it opens no studio, and what it lists and
-- sums of projects and accounts does not change with those that are a studio's until both are upgraded.

-- CreateEnum
CREATE TYPE "AccountUnit" AS ENUM ('characters', 'milliseconds');

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "stoppedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "studioUserId" INTEGER;

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "studioUserId" INTEGER,
ADD COLUMN     "unit" "AccountUnit" NOT NULL DEFAULT 'characters';

-- CreateTable
CREATE TABLE "Studio" (
    "userId" INTEGER NOT NULL,
    "signedUp" BOOLEAN NOT NULL DEFAULT false,
    "registeredAt" TIMESTAMPTZ(3),
    "period" TEXT NOT NULL DEFAULT '',
    "allowance" BIGINT NOT NULL DEFAULT 0,
    "periodEndsAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Studio_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "StudioAudio" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "voice" TEXT NOT NULL,
    "style" TEXT,
    "pauses" JSONB NOT NULL DEFAULT '[]',
    "isDraft" BOOLEAN NOT NULL DEFAULT false,
    "linkKey" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "StudioAudio_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignUp" (
    "email" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "fullname" TEXT NOT NULL,
    "language" TEXT,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SignUp_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "Premium" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER,
    "organizationId" INTEGER,
    "customerId" TEXT NOT NULL,
    "subscriptionId" TEXT,
    "plan" TEXT,
    "status" TEXT,
    "periodStartsAt" TIMESTAMPTZ(3),
    "periodEndsAt" TIMESTAMPTZ(3),
    "cancelAtPeriodEnd" BOOLEAN NOT NULL DEFAULT false,
    "overdueSince" TIMESTAMPTZ(3),
    "readAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Premium_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Payment" (
    "id" TEXT NOT NULL,
    "entryId" BIGINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PaymentEvent" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "customerId" TEXT,
    "objectId" TEXT,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "handledAt" TIMESTAMPTZ(3),

    CONSTRAINT "PaymentEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PaymentComparison" (
    "id" SERIAL NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),
    "customers" INTEGER NOT NULL DEFAULT 0,
    "differences" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "PaymentComparison_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Studio_periodEndsAt_idx" ON "Studio"("periodEndsAt");

-- CreateIndex
CREATE UNIQUE INDEX "StudioAudio_slug_key" ON "StudioAudio"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "StudioAudio_articleId_key" ON "StudioAudio"("articleId");

-- CreateIndex
CREATE UNIQUE INDEX "StudioAudio_channelId_key" ON "StudioAudio"("channelId");

-- CreateIndex
CREATE UNIQUE INDEX "StudioAudio_linkKey_key" ON "StudioAudio"("linkKey");

-- CreateIndex
CREATE INDEX "StudioAudio_userId_id_idx" ON "StudioAudio"("userId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "SignUp_secretHash_key" ON "SignUp"("secretHash");

-- CreateIndex
CREATE INDEX "SignUp_expiresAt_idx" ON "SignUp"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Premium_userId_key" ON "Premium"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Premium_organizationId_key" ON "Premium"("organizationId");

-- CreateIndex
CREATE UNIQUE INDEX "Premium_customerId_key" ON "Premium"("customerId");

-- CreateIndex
CREATE UNIQUE INDEX "Premium_subscriptionId_key" ON "Premium"("subscriptionId");

-- CreateIndex
CREATE UNIQUE INDEX "Payment_entryId_key" ON "Payment"("entryId");

-- CreateIndex
CREATE INDEX "PaymentEvent_receivedAt_idx" ON "PaymentEvent"("receivedAt");



-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_studioUserId_fkey" FOREIGN KEY ("studioUserId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_studioUserId_fkey" FOREIGN KEY ("studioUserId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

-- AddForeignKey
ALTER TABLE "Studio" ADD CONSTRAINT "Studio_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StudioAudio" ADD CONSTRAINT "StudioAudio_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StudioAudio" ADD CONSTRAINT "StudioAudio_articleId_fkey" FOREIGN KEY ("articleId") REFERENCES "Article"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StudioAudio" ADD CONSTRAINT "StudioAudio_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Premium" ADD CONSTRAINT "Premium_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Premium" ADD CONSTRAINT "Premium_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "LedgerEntry"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a data model cannot say.

-- An account is an organization's, a person's, or that of a person's studio, which counts milliseconds.
ALTER TABLE "Account" ADD CONSTRAINT "Account_holder" CHECK (num_nonnulls("organizationId", "userId", "studioUserId") = 1
  AND ("unit" = 'milliseconds') = ("studioUserId" IS NOT NULL)) NOT VALID;
-- unused since 0.1.0: the constraint above says more
ALTER TABLE "Account" DROP CONSTRAINT "Account_one_holder";

-- A subscription is a person's or an organization's.
ALTER TABLE "Premium" ADD CONSTRAINT "Premium_holder" CHECK (num_nonnulls("organizationId", "userId") = 1);
