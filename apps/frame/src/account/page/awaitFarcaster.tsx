import { type KeysState, PanelClosedError } from '@latchkey/protocol/keys'
import { LocaleProvider } from '../../locales/LocaleContext.tsx'
import { loadLocale } from '../../locales/loadLocale.ts'
import { signInLocale } from '../../locales/signInLocale.ts'
import { FarcasterWay } from '../../screens/signIn/FarcasterScreen.tsx'
import { createFarcasterFlow } from '../../signIn/flows/farcasterFlow.ts'
import { type AccountPage, ask } from './AccountPage.ts'
import '../../screens/signIn/signIn.css'

/**
 * Shows the code for the person's Farcaster app until it has answered.
 *
 * @throws PanelClosedError when the person goes back, SocialUnavailableError, AccountFrozenError, AccountHeldError
 */
export async function awaitFarcaster(page: AccountPage, purpose: 'login' | 'link'): Promise<KeysState> {
  const locale = signInLocale(await loadLocale(page.locale))
  const over = new AbortController()
  try {
    return await new Promise<KeysState>((resolve, reject) => {
      const flow = createFarcasterFlow({
        start: () => ask(page, 'startFarcaster', { purpose, locale: page.locale }),
        check: () => ask(page, 'checkFarcaster', {}),
        onDone: resolve,
        onFailed: reject,
        now: page.now,
        signal: over.signal,
      })
      const draw = () => (
        <LocaleProvider value={locale}>
          <FarcasterWay flow={flow} />
        </LocaleProvider>
      )
      page.store.setState({ farcaster: { draw, close: () => reject(new PanelClosedError()) } })
    })
  } finally {
    over.abort()
    page.store.setState({ farcaster: null })
  }
}
