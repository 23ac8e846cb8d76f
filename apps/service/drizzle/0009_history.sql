CREATE TABLE "history_accounts" (
	"account" text PRIMARY KEY NOT NULL,
	"wallet_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history_blocks" (
	"chain_id" bigint NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"parent" text NOT NULL,
	CONSTRAINT "history_blocks_chain_id_number_pk" PRIMARY KEY("chain_id","number")
);
--> statement-breakpoint
CREATE TABLE "history_chains" (
	"chain_id" bigint PRIMARY KEY NOT NULL,
	"head" bigint,
	"head_at" bigint,
	"leased_by" text,
	"leased_until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "history_transactions" (
	"chain_id" bigint NOT NULL,
	"block" bigint NOT NULL,
	"position" integer NOT NULL,
	"account" text NOT NULL,
	"hash" text NOT NULL,
	"at" bigint NOT NULL,
	"sender" text NOT NULL,
	"target" text NOT NULL,
	"nonce" bigint NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"movements" jsonb NOT NULL,
	CONSTRAINT "history_transactions_chain_id_block_position_account_pk" PRIMARY KEY("chain_id","block","position","account")
);
--> statement-breakpoint
ALTER TABLE "history_accounts" ADD CONSTRAINT "history_accounts_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history_transactions" ADD CONSTRAINT "history_transactions_account_history_accounts_account_fk" FOREIGN KEY ("account") REFERENCES "public"."history_accounts"("account") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "history_accounts_wallet" ON "history_accounts" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "history_transactions_chain" ON "history_transactions" USING btree ("account","chain_id","at","block","position");--> statement-breakpoint
CREATE INDEX "history_transactions_all" ON "history_transactions" USING btree ("account","at","block","position","chain_id");