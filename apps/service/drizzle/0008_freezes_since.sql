ALTER TABLE "sessions" ADD COLUMN "factor_added_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_since" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "frozen_since" bigint;