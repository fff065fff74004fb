--! runs with 0026_title_search
-- Backups that were made, for the administrators' screen and metrics.
-- CreateTable
CREATE TABLE "BackupRun" (
    "id" SERIAL NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),
    "backup" TEXT,
    "testedAt" TIMESTAMPTZ(3),
    "rows" BIGINT NOT NULL DEFAULT 0,
    "files" BIGINT NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "lost" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "BackupRun_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "BackupRun_startedAt_idx" ON "BackupRun"("startedAt");
