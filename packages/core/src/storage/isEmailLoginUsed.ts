import type { KeyValueStorage } from './createStorage.ts'
import { STORAGE_KEYS } from './storedConnections.ts'

/** Whether a sign-in with the embedded wallet happened here. Only then is its frame made at start (spec 4). */
export const isEmailLoginUsed = (storage: KeyValueStorage): boolean =>
  storage.get(STORAGE_KEYS.emailLoginUsed) === 'true'
