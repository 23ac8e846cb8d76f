CREATE TABLE "siwx_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"project_id" text NOT NULL,
	"origin" text NOT NULL,
	"domain" text NOT NULL,
	"address" text NOT NULL,
	"address_key" text NOT NULL,
	"chain_id" text NOT NULL,
	"proof" text NOT NULL,
	"issued_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "siwx_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "siwx_sessions_account" ON "siwx_sessions" USING btree ("project_id","address_key");--> statement-breakpoint
CREATE INDEX "siwx_sessions_expires" ON "siwx_sessions" USING btree ("expires_at");