CREATE TABLE "account_names" (
	"name" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"zone" text NOT NULL,
	"account" text,
	"coin_type" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "account_names_account" ON "account_names" USING btree ("account","zone");--> statement-breakpoint
CREATE INDEX "account_names_label" ON "account_names" USING btree ("label");