--! runs with 0026_title_search
-- What all processes of an installation must have in common: compared when one starts.
-- CreateTable
CREATE TABLE "SharedSetting" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SharedSetting_pkey" PRIMARY KEY ("name")
);
