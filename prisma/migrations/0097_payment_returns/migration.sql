--! runs with 0026_title_search
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
