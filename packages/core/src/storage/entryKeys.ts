/** Keys in the host's storage that a page reads before anything is loaded; `STORAGE_KEYS` has all. */
export const ENTRY_KEYS = {
  emailLoginUsed: 'EMAIL_LOGIN_USED_KEY',
  lastUsedChain: 'LAST_USED_CHAIN_KEY',
  connections: 'connections',
} as const
