import { ENTRY_KEYS } from './entryKeys.ts'

/** Keys in the host's storage (spec 3, "Browser storage keeps"). */
export const STORAGE_KEYS = {
  ...ENTRY_KEYS,
  /** The masked hint, never the address: every script of the host can read it. */
  emailHint: 'EMAIL',
  socialUsername: 'SOCIAL_USERNAME',
  connectedSocial: 'CONNECTED_SOCIAL',
  lastEmailLoginTime: 'LAST_EMAIL_LOGIN_TIME',
  smartAccountNetworks: 'SMART_ACCOUNT_ENABLED_NETWORKS',
  preferredAccountTypes: 'preferred_account_types',
  recentWallets: 'recent_wallets',
  disconnectedConnectorIds: 'disconnected_connector_ids',
} as const
