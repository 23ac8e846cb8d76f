import type { KeyValueStorage } from '../interfaces/KeyValueStorage.ts'
import { ENTRY_KEYS } from './entryKeys.ts'

/** Whether a sign-in with the embedded wallet happened here. Only then is its frame made at start (spec 4). */
export const isEmailLoginUsed = (storage: KeyValueStorage): boolean =>
  storage.get(ENTRY_KEYS.emailLoginUsed) === 'true'
