--! runs with 0026_title_search
-- Voicing again what entries of dictionaries change: a job does it, from where it stopped. The release before knows nothing of it.

-- CreateEnum
CREATE TYPE "ResoundingStatus" AS ENUM ('running', 'waiting', 'finished', 'stopped');

-- CreateTable
CREATE TABLE "Resounding" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER,
    "entryIds" INTEGER[],
    "projectId" INTEGER,
    "organizationId" INTEGER,
    "since" TIMESTAMPTZ(3),
    "status" "ResoundingStatus" NOT NULL DEFAULT 'running',
    "charactersPerDay" INTEGER NOT NULL,
    "below" INTEGER NOT NULL,
    "top" INTEGER NOT NULL,
    "articles" INTEGER NOT NULL DEFAULT 0,
    "sentences" INTEGER NOT NULL DEFAULT 0,
    "characters" INTEGER NOT NULL DEFAULT 0,
    "charged" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "cost" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "day" DATE,
    "chargedOnDay" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Resounding_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Resounding_userId_idx" ON "Resounding"("userId");

-- CreateIndex
CREATE INDEX "Resounding_status_idx" ON "Resounding"("status");

-- AddForeignKey
ALTER TABLE "Resounding" ADD CONSTRAINT "Resounding_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
