CREATE TABLE "relay_messages" (
	"topic" text NOT NULL,
	"hash" text NOT NULL,
	"sequence" bigserial NOT NULL,
	"message" text NOT NULL,
	"tag" integer NOT NULL,
	"attestation" text,
	"publisher" text NOT NULL,
	"published_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"acknowledged_at" bigint,
	CONSTRAINT "relay_messages_topic_hash_pk" PRIMARY KEY("topic","hash")
);
--> statement-breakpoint
CREATE INDEX "relay_messages_expires" ON "relay_messages" USING btree ("expires_at");