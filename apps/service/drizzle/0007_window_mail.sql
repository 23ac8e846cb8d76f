CREATE TABLE "window_mail" (
	"channel" text NOT NULL,
	"side" text NOT NULL,
	"sequence" integer NOT NULL,
	"box" text NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "window_mail_channel_side_sequence_pk" PRIMARY KEY("channel","side","sequence")
);
--> statement-breakpoint
CREATE INDEX "window_mail_expires" ON "window_mail" USING btree ("expires_at");