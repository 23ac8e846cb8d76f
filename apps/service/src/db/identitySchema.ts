import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time, users } from './schema.ts'

/** Ways to sign in other than by e-mail: issuer and subject, never an address. */
export const identities = pgTable(
  'identities',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    issuer: text('issuer').notNull(),
    /** Keyed hash of issuer and subject. */
    subjectKey: text('subject_key').notNull().unique(),
    /** Issuer and subject, sealed: what a new pepper's hash is made of. */
    subjectSealed: text('subject_sealed'),
    /** What the network calls the person, sealed. */
    labelSealed: text('label_sealed'),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at').notNull(),
  },
  (table) => [index('identities_user').on(table.userId)],
)

/** A social login or a Farcaster channel under way. The id is the OAuth `state`. */
export const socialFlows = pgTable(
  'social_flows',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    purpose: text('purpose', { enum: ['login', 'link'] }).notNull(),
    /** Links alone. */
    userId: text('user_id'),
    jkt: text('jkt').notNull(),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    mode: text('mode', { enum: ['popup', 'redirect', 'farcaster'] }).notNull(),
    returnUri: text('return_uri'),
    /** PKCE verifier, nonce, channel token: sealed. */
    secretsSealed: text('secrets_sealed').notNull(),
    locale: text('locale'),
    /** The code was taken by one callback. */
    takenAt: time('taken_at'),
    /** Hash of the one-use result, once the provider has answered. */
    resultHash: text('result_hash'),
    /** Who the provider says it is, sealed; or the number of our error. */
    identitySealed: text('identity_sealed'),
    errorCode: integer('error_code'),
    usedAt: time('used_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('social_flows_expires').on(table.expiresAt),
    index('social_flows_user').on(table.userId).where(sql`user_id is not null`),
  ],
)

/** A new device that waits for an answer from the mailbox. */
export const deviceRequests = pgTable(
  'device_requests',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Two digits, shown on both screens. */
    number: text('number').notNull(),
    emailKey: text('email_key').notNull(),
    emailSealed: text('email_sealed').notNull(),
    purpose: text('purpose').notNull(),
    jkt: text('jkt').notNull(),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    browser: text('browser').notNull(),
    place: text('place').notNull(),
    locale: text('locale'),
    answer: text('answer', { enum: ['approved', 'rejected'] }),
    answeredAt: time('answered_at'),
    /** The code was sent after the approval. */
    challengeId: text('challenge_id'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('device_requests_email').on(table.emailKey, table.expiresAt),
    index('device_requests_expires').on(table.expiresAt),
  ],
)

/** Device keys that a mailbox has vouched for or has refused; by address, so that it is the same for unknown ones. */
export const deviceVerdicts = pgTable(
  'device_verdicts',
  {
    emailKey: text('email_key').notNull(),
    jkt: text('jkt').notNull(),
    verdict: text('verdict', { enum: ['approved', 'refused'] }).notNull(),
    at: time('at').notNull(),
    /** Refusals end; approvals do not. */
    until: time('until'),
  },
  (table) => [
    primaryKey({ columns: [table.emailKey, table.jkt] }),
    index('device_verdicts_until').on(table.until).where(sql`until is not null`),
  ],
)

/** What is known of the device keys that have signed in to an account. */
export const devices = pgTable(
  'devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    jkt: text('jkt').notNull(),
    browser: text('browser').notNull(),
    place: text('place').notNull(),
    firstSeenAt: time('first_seen_at').notNull(),
    seenAt: time('seen_at').notNull(),
    /** Until then a brand-new device of a standard wallet gets no share, unless an old device or a passkey approves. */
    heldUntil: time('held_until'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.jkt] }), index('devices_seen').on(table.seenAt)],
)

/** Links in mails that do one thing once: "this was not me", "put my old address back". */
export const mailLinks = pgTable(
  'mail_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind', { enum: ['not-me', 'revert-email'] }).notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What it needs, sealed. */
    contentSealed: text('content_sealed').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('mail_links_expires').on(table.expiresAt), index('mail_links_user').on(table.userId)],
)

/** A change of e-mail address under way; one an account. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: text('id').notNull().unique(),
    jkt: text('jkt').notNull(),
    step: text('step', { enum: ['primary', 'secondary'] }).notNull(),
    newEmailSealed: text('new_email_sealed').notNull(),
    newEmailKey: text('new_email_key').notNull(),
    locale: text('locale'),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [index('email_changes_expires').on(table.expiresAt)],
)

/** WebAuthn credentials. Those with a keyset (kind `passkey`) also open the wallet. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    backedUp: boolean('backed_up').notNull(),
    /** For HKDF over the PRF output, base64url. */
    salt: text('salt').notNull(),
    label: text('label').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** WebAuthn challenges, one use. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: text('id').primaryKey(),
    challenge: text('challenge').notNull(),
    kind: text('kind', { enum: ['create', 'get'] }).notNull(),
    userId: text('user_id'),
    jkt: text('jkt').notNull(),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    usedAt: time('used_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_expires').on(table.expiresAt),
    index('passkey_challenges_user').on(table.userId).where(sql`user_id is not null`),
  ],
)

/** A device that waits for another window to bring it in. */
export const joins = pgTable(
  'joins',
  {
    id: text('id').primaryKey(),
    jkt: text('jkt').notNull(),
    deviceId: text('device_id').notNull(),
    projectId: text('project_id').notNull(),
    hostOrigin: text('host_origin').notNull(),
    browser: text('browser').notNull(),
    place: text('place').notNull(),
    number: text('number').notNull(),
    userId: text('user_id'),
    keysetId: text('keyset_id'),
    /** Sealed by the approving window to a key that is not here. */
    clientShare: jsonb('client_share').$type<{ enc: string; ciphertext: string }>(),
    /** Whether the approving window was in the network of the device. */
    isNear: boolean('is_near').notNull().default(false),
    approvedAt: time('approved_at'),
    usedAt: time('used_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('joins_expires').on(table.expiresAt),
    index('joins_user').on(table.userId).where(sql`user_id is not null`),
  ],
)
