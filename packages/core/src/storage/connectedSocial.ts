import { SOCIAL_PROVIDERS, type SocialProvider } from '../interfaces/Features.ts'
import type { KeyValueStorage } from '../interfaces/KeyValueStorage.ts'
import { STORAGE_KEYS } from './storageKeys.ts'

/** The network that the embedded wallet's visitor signed in with last. */
export const readConnectedSocial = (storage: KeyValueStorage): SocialProvider | undefined => {
  const stored = storage.get(STORAGE_KEYS.connectedSocial)
  return SOCIAL_PROVIDERS.find((known) => known === stored)
}

/** Without a provider: signed in another way, or out. */
export function writeConnectedSocial(storage: KeyValueStorage, provider: SocialProvider | undefined): void {
  if (provider) storage.set(STORAGE_KEYS.connectedSocial, provider)
  else storage.remove(STORAGE_KEYS.connectedSocial)
}
