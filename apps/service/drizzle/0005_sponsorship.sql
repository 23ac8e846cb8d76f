CREATE TABLE "sponsor_spending" (
	"project_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"day" integer NOT NULL,
	"wei" numeric(78, 0) NOT NULL,
	"operations" integer NOT NULL,
	CONSTRAINT "sponsor_spending_project_id_wallet_id_chain_id_day_pk" PRIMARY KEY("project_id","wallet_id","chain_id","day")
);
--> statement-breakpoint
CREATE TABLE "sponsorships" (
	"project_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"chain_id" bigint NOT NULL,
	"nonce" text NOT NULL,
	"day" integer NOT NULL,
	"wei" numeric(78, 0) NOT NULL,
	"user_op_hash" text NOT NULL,
	"valid_until" bigint NOT NULL,
	"settled_at" bigint,
	CONSTRAINT "sponsorships_project_id_wallet_id_chain_id_nonce_pk" PRIMARY KEY("project_id","wallet_id","chain_id","nonce")
);
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "smart_account" text;--> statement-breakpoint
ALTER TABLE "sponsorships" ADD CONSTRAINT "sponsorships_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sponsor_spending_day" ON "sponsor_spending" USING btree ("day");--> statement-breakpoint
CREATE INDEX "sponsorships_hash" ON "sponsorships" USING btree ("user_op_hash");--> statement-breakpoint
CREATE INDEX "sponsorships_due" ON "sponsorships" USING btree ("settled_at","valid_until");--> statement-breakpoint
CREATE INDEX "wallets_smart_account" ON "wallets" USING btree ("smart_account");