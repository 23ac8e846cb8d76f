ALTER TABLE "challenges" DROP CONSTRAINT "challenges_email_key_purpose_pk";--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_email_key_purpose_jkt_pk" PRIMARY KEY("email_key","purpose","jkt");--> statement-breakpoint
ALTER TABLE "login_failures" ADD COLUMN "jkt" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "factor_added_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_since" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "frozen_since" bigint;--> statement-breakpoint
ALTER TABLE "joins" ADD COLUMN "is_near" boolean DEFAULT false NOT NULL;