CREATE TABLE "device_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"number" text NOT NULL,
	"email_key" text NOT NULL,
	"email_sealed" text NOT NULL,
	"purpose" text NOT NULL,
	"jkt" text NOT NULL,
	"project_id" text NOT NULL,
	"host_origin" text NOT NULL,
	"browser" text NOT NULL,
	"place" text NOT NULL,
	"locale" text,
	"answer" text,
	"answered_at" bigint,
	"challenge_id" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "device_requests_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "device_verdicts" (
	"email_key" text NOT NULL,
	"jkt" text NOT NULL,
	"verdict" text NOT NULL,
	"at" bigint NOT NULL,
	"until" bigint,
	CONSTRAINT "device_verdicts_email_key_jkt_pk" PRIMARY KEY("email_key","jkt")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"user_id" text NOT NULL,
	"jkt" text NOT NULL,
	"browser" text NOT NULL,
	"place" text NOT NULL,
	"first_seen_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"held_until" bigint,
	CONSTRAINT "devices_user_id_jkt_pk" PRIMARY KEY("user_id","jkt")
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"jkt" text NOT NULL,
	"step" text NOT NULL,
	"new_email_sealed" text NOT NULL,
	"new_email_key" text NOT NULL,
	"locale" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "email_changes_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject_key" text NOT NULL,
	"subject_sealed" text,
	"label_sealed" text,
	"created_at" bigint NOT NULL,
	"used_at" bigint NOT NULL,
	CONSTRAINT "identities_subject_key_unique" UNIQUE("subject_key")
);
--> statement-breakpoint
CREATE TABLE "joins" (
	"id" text PRIMARY KEY NOT NULL,
	"jkt" text NOT NULL,
	"device_id" text NOT NULL,
	"project_id" text NOT NULL,
	"host_origin" text NOT NULL,
	"browser" text NOT NULL,
	"place" text NOT NULL,
	"number" text NOT NULL,
	"user_id" text,
	"keyset_id" text,
	"client_share" jsonb,
	"approved_at" bigint,
	"used_at" bigint,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"content_sealed" text NOT NULL,
	"created_at" bigint NOT NULL,
	"used_at" bigint,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"challenge" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"jkt" text NOT NULL,
	"project_id" text NOT NULL,
	"host_origin" text NOT NULL,
	"used_at" bigint,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"backed_up" boolean NOT NULL,
	"salt" text NOT NULL,
	"label" text NOT NULL,
	"created_at" bigint NOT NULL,
	"used_at" bigint,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "social_flows" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text,
	"jkt" text NOT NULL,
	"project_id" text NOT NULL,
	"host_origin" text NOT NULL,
	"mode" text NOT NULL,
	"return_uri" text,
	"secrets_sealed" text NOT NULL,
	"locale" text,
	"taken_at" bigint,
	"result_hash" text,
	"identity_sealed" text,
	"error_code" integer,
	"used_at" bigint,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email_key" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email_sealed" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "sequence" integer;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "keysets" ADD COLUMN "method_id" text;--> statement-breakpoint
ALTER TABLE "keysets" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "keysets" ADD COLUMN "proven_at" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "method" text DEFAULT 'email' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "host_origin" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "passkey_handle" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "frozen_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "export_held_until" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "recovery_held_until" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "exported_at" bigint;--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "tier" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_requests_email" ON "device_requests" USING btree ("email_key","expires_at");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "joins_expires" ON "joins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_links_expires" ON "mail_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "social_flows_expires" ON "social_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_events_chain" ON "audit_events" USING btree ("user_id","sequence");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_passkey_handle_unique" UNIQUE("passkey_handle");