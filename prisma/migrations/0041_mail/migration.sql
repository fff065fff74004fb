--! runs with 0026_title_search
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
