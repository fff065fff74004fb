--! runs with 0026_title_search
-- Adds the studio with its accounts, sign-ups and payments.

--! replaces 0080_studio
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

--! replaces 0081_studio_indexes
-- Whose studio a project and an account are, once each.
--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "Project_studioUserId_key";
CREATE UNIQUE INDEX CONCURRENTLY "Project_studioUserId_key" ON "Project"("studioUserId");
DROP INDEX CONCURRENTLY IF EXISTS "Account_studioUserId_key";
CREATE UNIQUE INDEX CONCURRENTLY "Account_studioUserId_key" ON "Account"("studioUserId");
ALTER TABLE "Project" VALIDATE CONSTRAINT "Project_studioUserId_fkey";
ALTER TABLE "Account" VALIDATE CONSTRAINT "Account_studioUserId_fkey";
ALTER TABLE "Account" VALIDATE CONSTRAINT "Account_holder";

--! replaces 0091_sign_up_requests
-- Each request to sign up is a row of its own, known by its link, so that none replaces another's password; and knows the browser that asked.
-- The release before does not know the table. What waits in it was asked for within a day, and no browser is known to have asked for it.

-- short: pending sign-ups of one day
ALTER TABLE "SignUp" ADD COLUMN "browserHash" TEXT NOT NULL DEFAULT '';
-- unused since 0.1.0
ALTER TABLE "SignUp" DROP CONSTRAINT "SignUp_pkey";
-- short: pending sign-ups of one day
ALTER TABLE "SignUp" ADD CONSTRAINT "SignUp_pkey" PRIMARY KEY ("secretHash");
-- unused since 0.1.0
DROP INDEX "SignUp_secretHash_key";
-- short: pending sign-ups of one day
CREATE INDEX "SignUp_email_idx" ON "SignUp"("email");

--! replaces 0092_reopened_studios
-- Resetting the password of a stopped account opened it again, but left its studio closed.

--! in batches
WITH batch AS (
  SELECT p."id", u."stoppedAt" IS NULL AND u."deletedAt" IS NULL AND p."deletedAt" = '9999-12-31Z'::timestamptz AS reopened
  FROM "Project" p JOIN "User" u ON u."id" = p."studioUserId"
  WHERE p."id" > $1 ORDER BY p."id" LIMIT 500
), opened AS (
  UPDATE "Project" SET "deletedAt" = NULL WHERE "id" IN (SELECT "id" FROM batch WHERE reopened)
)
SELECT max("id") AS last FROM batch;

--! replaces 0097_payment_returns
-- Refunds and disputes, the installation that objects of the payment provider name, what a subscription was bought with, and where an
-- organization's invoices are sent. The release before writes none of it: what it credits has no payment intent, which is looked up when it is
-- needed, and what it knows of a subscription is read anew.

-- AlterTable
ALTER TABLE "Organization" ADD COLUMN     "billingEmail" TEXT;

-- AlterTable
ALTER TABLE "Studio" ADD COLUMN     "returned" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Premium" ADD COLUMN     "isPaused" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "minutes" INTEGER,
ADD COLUMN     "others" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "planName" TEXT,
ADD COLUMN     "price" TEXT,
ADD COLUMN     "sentContact" TEXT;

-- AlterTable
ALTER TABLE "Payment" ADD COLUMN     "currency" TEXT,
ADD COLUMN     "paymentIntentId" TEXT,
ADD COLUMN     "total" BIGINT;

-- AlterTable
ALTER TABLE "PaymentEvent" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "error" TEXT,
ADD COLUMN     "parkedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "PaymentComparison" ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "PaymentReturn" (
    "id" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "paymentId" TEXT,
    "subscriptionId" TEXT,
    "periodEndsAt" TIMESTAMPTZ(3),
    "currency" TEXT NOT NULL,
    "total" BIGINT NOT NULL,
    "periodTotal" BIGINT NOT NULL,
    "refunded" BIGINT NOT NULL DEFAULT 0,
    "disputed" BIGINT NOT NULL DEFAULT 0,
    "disputeStatus" TEXT,
    "taken" BIGINT NOT NULL DEFAULT 0,
    "readAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PaymentReturn_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PaymentReversal" (
    "entryId" BIGINT NOT NULL,
    "returnId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,

    CONSTRAINT "PaymentReversal_pkey" PRIMARY KEY ("entryId")
);

-- CreateTable
CREATE TABLE "Installation" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "publicUrl" TEXT NOT NULL,
    "only" BOOLEAN NOT NULL DEFAULT true CHECK ("only"),

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "PaymentReturn_subscriptionId_periodEndsAt_idx" ON "PaymentReturn"("subscriptionId", "periodEndsAt");

-- CreateIndex
CREATE INDEX "PaymentReturn_createdAt_idx" ON "PaymentReturn"("createdAt");

-- CreateIndex
CREATE INDEX "PaymentReversal_returnId_idx" ON "PaymentReversal"("returnId");

-- CreateIndex
CREATE UNIQUE INDEX "Installation_only_key" ON "Installation"("only");

-- AddForeignKey
ALTER TABLE "PaymentReversal" ADD CONSTRAINT "PaymentReversal_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "LedgerEntry"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PaymentReversal" ADD CONSTRAINT "PaymentReversal_returnId_fkey" FOREIGN KEY ("returnId") REFERENCES "PaymentReturn"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

--! replaces 0098_payment_returns_indexes
-- Refunds and disputes name the payment intent of what was bought.
--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "Payment_paymentIntentId_key";
CREATE UNIQUE INDEX CONCURRENTLY "Payment_paymentIntentId_key" ON "Payment"("paymentIntentId");
