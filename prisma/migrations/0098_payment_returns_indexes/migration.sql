--! runs with 0026_title_search
-- Refunds and disputes name the payment intent of what was bought.
--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "Payment_paymentIntentId_key";
CREATE UNIQUE INDEX CONCURRENTLY "Payment_paymentIntentId_key" ON "Payment"("paymentIntentId");
