import { BaseError } from '@latchkey/errors'
import { AccountFrozenError, FreshLoginRequiredError } from '@latchkey/protocol/http'
import {
  type KeysState,
  PanelClosedError,
  type PanelName,
  PasskeyNotUsedError,
} from '@latchkey/protocol/keys'
import { pause } from '@latchkey/std/pause'
import { DEVICE_RETRY, passingProblem } from '../../signIn/flows/deviceFlow.ts'
import { type AccountPage, ask } from './AccountPage.ts'

/** The person stepped back: no error to show. */
const STEPPED_BACK: readonly number[] = [PanelClosedError.code, PasskeyNotUsedError.code]

/** Reads the account anew; a failure is a state of the page, with a button to try again. */
export async function loadAccount(page: AccountPage): Promise<void> {
  try {
    page.store.setState({ account: await ask(page, 'getAccount', {}), accountFailed: false })
  } catch {
    page.store.setState({ accountFailed: true })
  }
}

/** Puts an error on the screen; one that asks for a fresh login opens that instead, and a freeze what lifts it. */
export function showFailure(page: AccountPage, error: unknown): void {
  const { store } = page
  const known = error instanceof BaseError ? error : null
  const code = known?.code ?? null
  if (code !== null && STEPPED_BACK.includes(code)) return
  if (code === FreshLoginRequiredError.code) {
    store.setState({ confirming: true, frozenLogin: null, notice: null })
    return
  }
  // Signed in before a wallet that nothing opens while the account is frozen: it is opened once that is over.
  if (code === AccountFrozenError.code && store.getState().keys?.status === 'awaitingRecovery')
    store.setState({ frozenLogin: () => ask(page, 'getState', {}) })
  store.setState({ notice: { tone: 'danger', text: known?.shortMessage ?? '', code } })
}

/**
 * Runs one action after the ones before it: no click is lost. Its failure is shown, and the account is read anew afterwards.
 *
 * @param name of the action, for the button that waits; a second click on that button does nothing
 * @returns whether it succeeded
 */
export function runAction(page: AccountPage, name: string, action: () => Promise<unknown>): Promise<boolean> {
  const { store, queue } = page
  if (store.getState().busy === name) return Promise.resolve(false)
  const run = queue.last.then(async () => {
    store.setState({ busy: name, notice: null })
    try {
      await action()
      return true
    } catch (error) {
      showFailure(page, error)
      return false
    } finally {
      store.setState({ busy: null })
      // Nobody waits for it: the page shows what it knew until then.
      if (store.getState().keys?.status === 'signedIn') void loadAccount(page)
    }
  })
  queue.last = run
  return run
}

/** Lets keys draw one of its own panels, and waits until the person is done with it. */
export function openPanel(
  page: AccountPage,
  panel: PanelName,
  details: { methodId?: string; join?: string } = {},
): Promise<boolean> {
  return runAction(page, `panel:${panel}${details.methodId ?? ''}`, async () => {
    page.store.setState({ panel: { name: panel, height: 0 } })
    try {
      const { picture } = page.store.getState()
      await ask(page, 'openPanel', {
        panel,
        ...details,
        themeMode: page.themeMode(),
        locale: page.locale,
        walletName: page.config.walletName,
        ...(picture && { picture }),
      })
    } finally {
      page.store.setState({ panel: null })
    }
  })
}

/** Takes the panel away; `openPanel` settles. */
export async function closePanel(page: AccountPage): Promise<void> {
  try {
    await ask(page, 'closePanel', {})
  } catch {
    page.store.setState({ panel: null })
  }
}

/** Ends the session of this page. */
export const signOut = (page: AccountPage): Promise<boolean> =>
  runAction(page, 'signOut', async () => {
    await ask(page, 'signOut', {})
    page.store.setState({ account: null, confirming: false, frozenLogin: null })
  })

/**
 * Signs in. An account that is frozen stops it on the last step: the person can unfreeze it, and the sign-in goes on.
 *
 * @param attempt is tried again after the account was unfrozen
 */
export async function signInBy(page: AccountPage, attempt: () => Promise<KeysState>): Promise<KeysState> {
  const { store } = page
  try {
    const keys = await attempt()
    store.setState({ keys, confirming: false, frozenLogin: null })
    return keys
  } catch (error) {
    if (error instanceof BaseError && error.code === AccountFrozenError.code)
      store.setState({ frozenLogin: attempt })
    throw error
  }
}

/** Signs every other device out, lifts the freeze, and goes on with the sign-in that it stopped. */
export const unfreezeAndSignIn = (page: AccountPage): Promise<boolean> =>
  runAction(page, 'unfreeze', async () => {
    const attempt = page.store.getState().frozenLogin
    await ask(page, 'unfreeze', {})
    if (attempt) await signInBy(page, attempt)
  })

/** Signs in, or adds a way to, by the code that the person's Farcaster app reads. */
export const askFarcasterApp = (page: AccountPage, purpose: 'login' | 'link'): Promise<boolean> =>
  runAction(page, 'farcaster', () =>
    signInBy(page, async () => (await import('./awaitFarcaster.tsx')).awaitFarcaster(page, purpose)),
  )

/**
 * Asks again and again whether the person has answered from the mailbox, while that is what the page waits for. What passes
 * by itself is told, and asked again; anything else ends the sign-in.
 */
export async function waitForDevice(page: AccountPage, signal: AbortSignal): Promise<void> {
  const { store } = page
  let isTold = false
  while (!signal.aborted && store.getState().keys?.status === 'awaitingDevice') {
    const began = page.now()
    try {
      const keys = await ask(page, 'checkDevice', {})
      if (signal.aborted) return
      store.setState(isTold ? { keys, notice: null } : { keys })
      isTold = false
      // An answer that comes at once must not become a storm of questions.
      if (page.now() - began < 1_000) await pause(1_000, signal)
    } catch (error) {
      if (signal.aborted) return
      showFailure(page, error)
      if (!passingProblem(error)) {
        const keys = await ask(page, 'cancelLogin', {}).catch(() => null)
        if (keys) store.setState({ keys })
        return
      }
      isTold = true
      await pause(DEVICE_RETRY, signal)
    }
  }
}
