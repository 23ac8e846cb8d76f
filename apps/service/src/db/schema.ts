import type { Account } from '@latchkey/protocol/primitives'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** Milliseconds since the epoch, by the service's clock. */
export const time = (name: string) => bigint(name, { mode: 'number' })

/** One row an account. `emailKey` is a keyed hash of the address that signs in; the address itself is sealed. */
export const users = pgTable('users', {
  id: text('id').primaryKey(),
  /** null: no e-mail address signs in to this account. */
  emailKey: text('email_key').unique(),
  /** Where notices go: the address that signs in, else the verified one that a social network shared. */
  emailSealed: text('email_sealed'),
  /** WebAuthn user handle: random. */
  passkeyHandle: text('passkey_handle').unique(),
  /**
   * Since when `emailKey` signs in; null: since the account is there. Without `emailKey`: when the identity was added that
   * the address came with.
   */
  emailSince: time('email_since'),
  /** Somebody reported a sign-in: no share is released. */
  frozenAt: time('frozen_at'),
  /** When the reported sign-in was: what was added since then is suspended with it. */
  frozenSince: time('frozen_since'),
  exportHeldUntil: time('export_held_until'),
  recoveryHeldUntil: time('recovery_held_until'),
  exportedAt: time('exported_at'),
  createdAt: time('created_at').notNull(),
})

/** The one live code of an address for one device key. A new code for that key replaces the row, and no other's. */
export const challenges = pgTable(
  'challenges',
  {
    emailKey: text('email_key').notNull(),
    purpose: text('purpose').notNull(),
    id: text('id').notNull().unique(),
    emailSealed: text('email_sealed').notNull(),
    codeHash: text('code_hash').notNull(),
    jkt: text('jkt').notNull(),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    tries: integer('tries').notNull().default(0),
    usedAt: time('used_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.emailKey, table.purpose, table.jkt] }),
    index('challenges_expires').on(table.expiresAt),
  ],
)

/** Wrong codes, for known and unknown addresses alike. */
export const loginFailures = pgTable(
  'login_failures',
  {
    id: text('id').primaryKey(),
    emailKey: text('email_key').notNull(),
    addressKey: text('address_key').notNull(),
    /** Of a device key that had signed in to the account before; null: a stranger's. */
    jkt: text('jkt'),
    /** A success came later: it no longer counts as consecutive. */
    closed: boolean('closed').notNull().default(false),
    at: time('at').notNull(),
  },
  (table) => [
    index('login_failures_email').on(table.emailKey, table.at),
    index('login_failures_closed').on(table.closed, table.at),
  ],
)

/** Counting windows that open with their first event. */
export const counters = pgTable(
  'counters',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: time('resets_at').notNull(),
  },
  (table) => [index('counters_resets').on(table.resetsAt)],
)

/** Proofs seen lately, so that none works twice (RFC 9449 section 11.1). */
export const usedProofs = pgTable(
  'used_proofs',
  { id: text('id').primaryKey(), expiresAt: time('expires_at').notNull() },
  (table) => [index('used_proofs_expires').on(table.expiresAt)],
)

/** One row a login: the family of its access and refresh tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    jkt: text('jkt').notNull(),
    projectId: text('project_id').notNull(),
    /** How it was signed in: `email` (short code), `email-long`, a social network, `farcaster`, `passkey`, `join`. */
    method: text('method').notNull().default('email'),
    /** The site of the sign-in; null in sessions that are older than this column. */
    hostOrigin: text('host_origin'),
    /** When the address, identity or passkey that signed in was added to the account; null: a join, or older than this column. */
    factorAddedAt: time('factor_added_at'),
    authTime: time('auth_time').notNull(),
    /** Origins that the person lets know the e-mail address while this session lasts. */
    emailSharedWith: jsonb('email_shared_with').$type<string[]>().notNull().default([]),
    expiresAt: time('expires_at').notNull(),
    revokedAt: time('revoked_at'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires').on(table.expiresAt),
    index('sessions_revoked').on(table.revokedAt).where(sql`revoked_at is not null`),
  ],
)

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    usedAt: time('used_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('refresh_tokens_session').on(table.sessionId),
    index('refresh_tokens_expires').on(table.expiresAt),
  ],
)

export const accessTokens = pgTable(
  'access_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('access_tokens_session').on(table.sessionId),
    index('access_tokens_expires').on(table.expiresAt),
  ],
)

/** Sites that a user connected. */
export const grants = pgTable(
  'grants',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: text('project_id').notNull(),
    origin: text('origin').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.projectId, table.origin] })],
)

export const wallets = pgTable(
  'wallets',
  {
    id: text('id').primaryKey(),
    /** One wallet an account. */
    userId: text('user_id')
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['pending', 'active'] }).notNull(),
    tier: text('tier', { enum: ['standard', 'protected'] })
      .notNull()
      .default('standard'),
    accounts: jsonb('accounts').$type<Account[]>().notNull(),
    /** Address of the smart account that the EVM account owns, in small letters; the sweep fills it in for older wallets. */
    smartAccount: text('smart_account'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('wallets_smart_account').on(table.smartAccount)],
)

/** The server's half of each split, sealed. Deleting a row revokes the device. */
export const keysets = pgTable(
  'keysets',
  {
    id: text('id').primaryKey(),
    walletId: text('wallet_id')
      .notNull()
      .references(() => wallets.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    kind: text('kind', { enum: ['device', 'recovery', 'passkey', 'code'] }).notNull(),
    /** Device keysets alone. */
    deviceId: text('device_id'),
    jkt: text('jkt'),
    shareSealed: text('share_sealed').notNull(),
    /** Recovery keysets alone: the client's half, encrypted under a key that is not in these tables. */
    clientShare: jsonb('client_share').$type<{ iv: string; ciphertext: string }>(),
    /** Of a recovery method: the passkey's id, or of a recovery code an id of its own. */
    methodId: text('method_id'),
    label: text('label'),
    /** When a round trip showed that the method gives the key back. */
    provenAt: time('proven_at'),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('keysets_wallet').on(table.walletId), index('keysets_user').on(table.userId)],
)

/** Mail that is not delivered yet. The content is sealed, for it holds a code. */
export const mailJobs = pgTable(
  'mail_jobs',
  {
    id: text('id').primaryKey(),
    contentSealed: text('content_sealed').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: time('next_attempt_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('mail_jobs_next').on(table.nextAttemptAt),
    index('mail_jobs_expires').on(table.expiresAt),
  ],
)

/** What happened to whom; no address, code, token or payload. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: text('id').primaryKey(),
    at: time('at').notNull(),
    userId: text('user_id').notNull(),
    kind: text('kind').notNull(),
    facts: jsonb('facts').$type<Record<string, string>>().notNull(),
    /** Place in the user's chain, from 0, without gaps; null in events older than the chain. */
    sequence: integer('sequence'),
    /** SHA-256 over the previous entry's hash and this entry. */
    hash: text('hash'),
  },
  (table) => [
    index('audit_events_user').on(table.userId, table.at),
    uniqueIndex('audit_events_chain').on(table.userId, table.sequence),
  ],
)

/** What the operator changed of a project since the file was written. */
export const projectSettings = pgTable('project_settings', {
  projectId: text('project_id').primaryKey(),
  changes: jsonb('changes').$type<Record<string, unknown>>().notNull(),
  changedAt: time('changed_at').notNull(),
})

/** What pages report, for projects whose operator and page both turned it on. Kept for a while (docs/analytics.md). */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    projectId: text('project_id').notNull(),
    eventId: text('event_id').notNull(),
    at: time('at').notNull(),
    type: text('type', { enum: ['track', 'error'] }).notNull(),
    event: text('event').notNull(),
    /** Origin and path. */
    page: text('page').notNull(),
    sdk: text('sdk').notNull(),
    /** Only where the operator keeps addresses. */
    address: text('address'),
    facts: jsonb('facts').$type<Record<string, string | number | boolean>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.eventId] }),
    index('analytics_events_project').on(table.projectId, table.at),
    index('analytics_events_at').on(table.at),
    index('analytics_events_address').on(table.address).where(sql`address is not null`),
  ],
)

/** One row a sign-in with a wallet (CAIP-122). The token is kept as its hash alone. */
export const siwxSessions = pgTable(
  'siwx_sessions',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    projectId: text('project_id').notNull(),
    /** The site that signed in; its token works from there alone. */
    origin: text('origin').notNull(),
    domain: text('domain').notNull(),
    address: text('address').notNull(),
    /** The address as it is looked up: EVM in small letters. */
    addressKey: text('address_key').notNull(),
    chainId: text('chain_id').notNull(),
    proof: text('proof', { enum: ['key', 'contract'] }).notNull(),
    issuedAt: time('issued_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('siwx_sessions_account').on(table.projectId, table.addressKey),
    index('siwx_sessions_address').on(table.addressKey),
    index('siwx_sessions_expires').on(table.expiresAt),
  ],
)

/** What a frame and the wallet's own window leave for each other, sealed by a key that only they have. */
export const windowMail = pgTable(
  'window_mail',
  {
    channel: text('channel').notNull(),
    side: text('side', { enum: ['frame', 'window'] }).notNull(),
    sequence: integer('sequence').notNull(),
    box: text('box').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.channel, table.side, table.sequence] }),
    index('window_mail_expires').on(table.expiresAt),
  ],
)

/** Messages of WalletConnect clients that wait for their receiver. The clients sealed them; see packages/relay. */
export const relayMessages = pgTable(
  'relay_messages',
  {
    topic: text('topic').notNull(),
    hash: text('hash').notNull(),
    /** In which order they came. */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    /** Empty once the receiver has it. */
    message: text('message').notNull(),
    tag: integer('tag').notNull(),
    attestation: text('attestation'),
    publisher: text('publisher').notNull(),
    publishedAt: time('published_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    acknowledgedAt: time('acknowledged_at'),
  },
  (table) => [
    primaryKey({ columns: [table.topic, table.hash] }),
    index('relay_messages_expires').on(table.expiresAt),
  ],
)
