CREATE TABLE "analytics_events" (
	"project_id" text NOT NULL,
	"event_id" text NOT NULL,
	"at" bigint NOT NULL,
	"type" text NOT NULL,
	"event" text NOT NULL,
	"page" text NOT NULL,
	"sdk" text NOT NULL,
	"address" text,
	"facts" jsonb NOT NULL,
	CONSTRAINT "analytics_events_project_id_event_id_pk" PRIMARY KEY("project_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "project_settings" (
	"project_id" text PRIMARY KEY NOT NULL,
	"changes" jsonb NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "analytics_events_project" ON "analytics_events" USING btree ("project_id","at");--> statement-breakpoint
CREATE INDEX "analytics_events_at" ON "analytics_events" USING btree ("at");