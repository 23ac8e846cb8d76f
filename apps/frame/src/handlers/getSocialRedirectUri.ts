import { askKeys } from '../keys/askKeys.ts'
import type { Handler } from './Handler.ts'

/** Begins a social login; the answer comes to our own callback alone. */
export const getSocialRedirectUri: Handler<'getSocialRedirectUri'> =
  (frame) =>
  async ({ provider, mode = 'popup', returnUri }, { signal }) => {
    const locale = frame.store.get().locale.tag
    const wanted = returnUri === undefined ? {} : { returnUri }
    const params = { provider, mode, ...wanted, purpose: 'login', locale } as const
    const { uri } = await askKeys(frame.keys, 'startSocial', params, signal)
    return { uri }
  }
