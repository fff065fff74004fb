-- CreateTable
CREATE UNLOGGED TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "forgottenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);
