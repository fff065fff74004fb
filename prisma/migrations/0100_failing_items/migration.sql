--! runs with 0026_title_search
-- Items that a repeated job cannot process: it continues with the next one, and operators see which fail.
CREATE TABLE IF NOT EXISTS "FailingItem" (
    "job" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "error" TEXT NOT NULL,

    CONSTRAINT "FailingItem_pkey" PRIMARY KEY ("job", "item")
);
