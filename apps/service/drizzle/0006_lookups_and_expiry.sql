DROP INDEX "sponsorships_due";--> statement-breakpoint
CREATE INDEX "access_tokens_expires" ON "access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "analytics_events_address" ON "analytics_events" USING btree ("address") WHERE address is not null;--> statement-breakpoint
CREATE INDEX "challenges_expires" ON "challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "keysets_user" ON "keysets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_failures_closed" ON "login_failures" USING btree ("closed","at");--> statement-breakpoint
CREATE INDEX "mail_jobs_expires" ON "mail_jobs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_expires" ON "refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_revoked" ON "sessions" USING btree ("revoked_at") WHERE revoked_at is not null;--> statement-breakpoint
CREATE INDEX "siwx_sessions_address" ON "siwx_sessions" USING btree ("address_key");--> statement-breakpoint
CREATE INDEX "device_requests_expires" ON "device_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "device_verdicts_until" ON "device_verdicts" USING btree ("until") WHERE until is not null;--> statement-breakpoint
CREATE INDEX "devices_seen" ON "devices" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "email_changes_expires" ON "email_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "joins_user" ON "joins" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "mail_links_user" ON "mail_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_user" ON "passkey_challenges" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "social_flows_user" ON "social_flows" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "sponsor_spending_wallet" ON "sponsor_spending" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "sponsorships_ended" ON "sponsorships" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "sponsorships_wallet" ON "sponsorships" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "recovery_keys_wallet" ON "recovery_keys" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "sponsorships_due" ON "sponsorships" USING btree ("chain_id","valid_until") WHERE settled_at is null;