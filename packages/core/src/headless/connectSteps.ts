import { BaseError, loading } from '@latchkey/errors'
import type { SocialProvider } from '@latchkey/protocol/socials'
import { lazy } from '@latchkey/std/lazy'
import { activeAccount, activeNamespace } from '../account/accounts.ts'
import type { AttemptState } from '../connection/attemptState.ts'
import type { WalletRow } from '../directory/walletRows.ts'
import type { Config, SocialLogin, SocialPhase } from '../interfaces/Config.ts'
import type { ChainNamespace } from '../interfaces/Connector.ts'
import { close, currentView, open } from '../modal/open.ts'
import type { WalletLink } from '../walletLinks/deepLinkOf.ts'

export type Parts = typeof import('./connectParts.ts')
type SocialModule = typeof import('../identity/socialLogin.ts')

/** A wallet that can be asked; its `entry` tells how. */
export type WalletOption = WalletRow

/** Where connecting stands. */
export type ConnectStep =
  | { name: 'choose' }
  /** A wallet of this browser asks its owner. */
  | { name: 'wallet'; wallet: WalletOption }
  /** To be scanned, or opened by one of the links; `uri` is undefined until it is made, and replaced before it ends. */
  | {
      name: 'pairing'
      wallet: WalletOption | undefined
      uri: string | undefined
      /** Into the wallet's app, the better one first; none on a computer. */
      links: readonly WalletLink[]
    }
  /** A code is on its way. */
  | { name: 'email'; email: string }
  /** The wallet's own screen is shown, in the modal: a code, a passkey, a protected wallet. No page can draw it. */
  | { name: 'walletScreen' }
  | { name: 'social'; provider: SocialProvider; phase: SocialPhase }
  /** `declined` and `pending` (the wallet has another request open) are no faults. */
  | { name: 'ended'; reason: Exclude<AttemptState, 'waiting'>; error: unknown }
  | { name: 'connected'; address: string }

/** What a page does about connecting. Whatever goes wrong is in the step: nothing here rejects. */
export type ConnectActions = {
  /** Asks a wallet. `namespace` is of one that serves several; default: the active network's. */
  connect(wallet: WalletOption, parameters?: { namespace?: ChainNamespace }): Promise<void>
  /** Makes a code that any WalletConnect wallet scans. */
  pair(): Promise<void>
  /** Sends a code; the wallet's own screen takes it. */
  signInWithEmail(email: string): Promise<void>
  /** Opens the provider's window: call it in the click. */
  signInWithSocial(provider: SocialProvider): Promise<void>
  /** Leaves the page for the provider: for where no window could be opened. */
  continueInPage(): void
  signInWithPasskey(): void
  /** Begins again what ended, and asks again for the page of the directory that did not come. */
  retry(): void
  /** Gives up what is under way. */
  back(): void
}

export type ConnectSteps = {
  /** Loads the code that steps need. */
  load(): Promise<Parts>
  /** Loads the code of social login: then the window opens in the click itself. */
  loadSocial(): Promise<unknown>
  now(): ConnectStep
  failLoading: Attempts['failLoading']
  actions: ConnectActions
}

const CHOOSE: ConnectStep = { name: 'choose' }

type Attempts = {
  load(): Promise<Parts>
  loaded(): Parts | undefined
  step(): ConnectStep
  show(step: ConnectStep): void
  fail(error: unknown): void
  /** What the page needs did not load: `retry` begins with `reload`. What is under way, or has ended, is shown on. */
  failLoading(error: unknown, reload: () => void): void
  /** Gives up the attempt before, and begins another at this step. */
  begin(first: ConnectStep, retry: () => void): AbortSignal
  /** The same, with work that ends by itself. Never rejects. */
  run(first: ConnectStep, work: (parts: Parts, signal: AbortSignal) => Promise<void>): Promise<void>
  retry(): void
  back(): void
}

/** One attempt at a time; what an earlier one ends with changes nothing. */
function createAttempts(changed: () => void): Attempts {
  const load = lazy(() => loading(import('./connectParts.ts')))
  let step = CHOOSE
  let attempt: AbortController | undefined
  let again: (() => void) | undefined
  const attempts: Attempts = {
    load,
    loaded: load.peek,
    step: () => step,
    show(next) {
      step = next
      changed()
    },
    fail(error) {
      const reason = load.peek()?.attemptStateOf(error) ?? 'failed'
      attempts.show({ name: 'ended', reason, error })
    },
    failLoading(error, reload) {
      const before = again
      again = () => {
        attempts.back()
        reload()
        before?.()
      }
      if (step === CHOOSE) attempts.fail(error)
    },
    begin(first, retry) {
      attempt?.abort()
      attempt = new AbortController()
      again = retry
      attempts.show(first)
      return attempt.signal
    },
    async run(first, work) {
      const signal = attempts.begin(first, () => void attempts.run(first, work))
      try {
        await work(await load(), signal)
        if (!signal.aborted && step === first) attempts.show(CHOOSE)
      } catch (error) {
        if (!signal.aborted) attempts.fail(error)
      }
    },
    retry: () => again?.(),
    back() {
      attempt?.abort()
      again = undefined
      attempts.show(CHOOSE)
    },
  }
  return attempts
}

type ShowWalletScreen = (name: string, signal: AbortSignal, params?: unknown) => void

/** Social login: begun in the click, and followed. */
function createSocial(
  config: Config,
  { begin, show, fail, loaded }: Attempts,
  showWalletScreen: ShowWalletScreen,
) {
  const load = lazy(() => loading(import('../identity/socialLogin.ts')))
  let login: SocialLogin | undefined
  const start = (module: SocialModule, provider: SocialProvider) => {
    const signal = begin({ name: 'social', provider, phase: 'opening' }, () => start(module, provider))
    const begun = module.startSocialLogin(config, provider)
    login = begun
    const follow = () => {
      const { phase, error } = begun.state.getState()
      if (phase !== 'failed') show(phase === 'done' ? CHOOSE : { name: 'social', provider, phase })
      else if (loaded()?.needsRecovery(error)) showWalletScreen('RecoverWallet', signal, { provider })
      else fail(error)
    }
    const stop = begun.state.subscribe(follow)
    signal.addEventListener('abort', () => {
      stop()
      begun.cancel()
    })
    follow()
  }
  const signIn = async (provider: SocialProvider): Promise<void> => {
    const module = load.peek()
    if (module) return start(module, provider)
    const signal = begin({ name: 'social', provider, phase: 'opening' }, () => void signIn(provider))
    try {
      const late = await load()
      if (!signal.aborted) start(late, provider)
    } catch (error) {
      if (!signal.aborted) fail(error)
    }
  }
  return { load, continueInPage: () => login?.continueInPage(), signIn }
}

/** The steps of one page; a new attempt gives up the one before. `changed` is called after each step. */
export function createConnectSteps(config: Config, changed: () => void): ConnectSteps {
  const attempts = createAttempts(changed)
  const { begin, run, show, fail } = attempts
  const showWalletScreen: ShowWalletScreen = (name, signal, params) => {
    show({ name: 'walletScreen' })
    followScreen(config, { name, params }, signal, (code) =>
      code === undefined ? show(CHOOSE) : fail(new BaseError(code, 'The wallet ended the sign-in.')),
    )
  }
  const beginScreen = (name: string) => {
    showWalletScreen(
      name,
      begin({ name: 'walletScreen' }, () => beginScreen(name)),
    )
  }
  const social = createSocial(config, attempts, showWalletScreen)
  const pair = (wallet: WalletOption | undefined) =>
    run({ name: 'pairing', wallet, uri: undefined, links: [] }, ({ connectOrSignIn }, signal) =>
      connectOrSignIn(config, pairingTarget(config, wallet, signal)),
    )
  return {
    load: attempts.load,
    loadSocial: social.load,
    now: () => presentStep(config, attempts.loaded(), attempts.step()),
    failLoading: attempts.failLoading,
    actions: {
      connect: (wallet, { namespace } = {}) =>
        wallet.entry.name === 'ConnectingWalletConnect'
          ? pair(wallet)
          : run({ name: 'wallet', wallet }, ({ connectOrSignIn }, signal) =>
              connectOrSignIn(config, { ...targetOf(config, wallet, namespace), signal }),
            ),
      pair: () => pair(undefined),
      signInWithEmail: (email) =>
        run({ name: 'email', email }, async ({ startEmailLogin, completeEmailLogin }, signal) => {
          const { action } = await startEmailLogin(config, { email, signal })
          if (signal.aborted) return
          if (action === 'CONNECT') return completeEmailLogin(config, { prompt: false, signal })
          showWalletScreen(action === 'VERIFY_DEVICE' ? 'EmailVerifyDevice' : 'EmailVerifyOtp', signal)
        }),
      // Farcaster is scanned from a screen of the wallet.
      signInWithSocial: async (provider) =>
        provider === 'farcaster' ? beginScreen('ConnectingFarcaster') : social.signIn(provider),
      continueInPage: social.continueInPage,
      signInWithPasskey: () => beginScreen('ConnectingPasskey'),
      retry: attempts.retry,
      back() {
        // A link that the modal shows of its own accord is not this page's to take away.
        const isPairing = attempts.step().name === 'pairing'
        attempts.back()
        if (isPairing && config.modal.getState().pairingUri !== undefined)
          config.modal.setState({ pairingUri: undefined, pairingExpiresAt: undefined })
      },
    },
  }
}

/** The step with what the stores know: who is connected, and the link of the pairing. */
function presentStep(config: Config, parts: Parts | undefined, step: ConnectStep): ConnectStep {
  const { status, address } = activeAccount(config)
  if (status === 'connected' && address !== undefined) return { name: 'connected', address }
  if (step.name !== 'pairing') return step
  const uri = config.modal.getState().pairingUri
  const { entry } = step.wallet ?? {}
  const listing = entry?.name === 'ConnectingWalletConnect' ? entry.params?.wallet : undefined
  if (uri === undefined || !listing || !parts) return { ...step, uri }
  const preferUniversal = config.options.preferUniversalLinks !== false
  const platform = parts.readPlatform(window)
  if (platform.os === 'desktop') return { ...step, uri }
  return { ...step, uri, links: parts.deepLinksOf({ listing, uri, platform, preferUniversal }) }
}

/** The connector of a wallet that is asked directly. */
function targetOf(config: Config, { entry, key }: WalletOption, namespace = activeNamespace(config)) {
  if (entry.name === 'ConnectingExternal') return { connectorId: entry.params.connectorId }
  const rdns = entry.name === 'ConnectingMultiChain' ? entry.params.rdns : key
  const { connectors } = config.connectors.getState()
  const own = connectors.filter((one) => one.rdns === rdns || one.id === rdns)
  const serves = own.find(({ namespaces }) => namespaces.includes(namespace))
  return serves ? { connectorId: serves.id, namespace } : { connectorId: own[0]?.id ?? rdns }
}

/** A WalletConnect session with a wallet of the list, or with any. */
function pairingTarget(config: Config, wallet: WalletOption | undefined, signal: AbortSignal) {
  const { connectors } = config.connectors.getState()
  const connectorId = connectors.find(({ type }) => type === 'WALLET_CONNECT')?.id ?? 'walletConnect'
  const { entry } = wallet ?? {}
  const listing = entry?.name === 'ConnectingWalletConnect' ? entry.params?.wallet : undefined
  if (!listing) return { connectorId, signal }
  const { id, rdns } = listing
  return { connectorId, signal, wallet: { id, ...(rdns ? { rdns } : {}) } }
}

/** The code that the ways to connect are shown with, where an earlier try came back there. */
function failureIn(params: unknown): number | undefined {
  const { error } = (params ?? {}) as { error?: unknown }
  return typeof error === 'number' ? error : undefined
}

/**
 * Opens the modal at a screen that the wallet draws, and tells when it is closed, with the code of what it led back with to
 * the ways to connect. Where it leads back there, the modal closes: the page draws those. The modal is the attempt's until it is closed or somebody is
 * connected; what is shown from then on, a sign-in or an approval, is not the attempt's to close.
 */
function followScreen(
  config: Config,
  view: { name: string; params?: unknown },
  signal: AbortSignal,
  closed: (code: number | undefined) => void,
): void {
  open(config, { view })
  let code: number | undefined
  const stop = () => {
    for (const one of ends) one()
  }
  const end = () => {
    stop()
    if (!signal.aborted) closed(code)
  }
  const ends = [
    config.router.subscribe((state) => {
      const { name, params } = currentView(state)
      if (name === 'Connect') code = failureIn(params)
      // A modal that is part of the page is always open: it is done with a screen when it shows what it begins with.
      if (config.embedded && name === config.runtime.homeView()) end()
      else if (!config.embedded && name === 'Connect') close(config)
    }),
    config.modal.subscribe((state) => {
      if (!state.open) end()
    }),
  ]
  const giveUp = () => {
    stop()
    if (activeAccount(config).status !== 'connected') close(config)
  }
  signal.addEventListener('abort', giveUp)
  ends.push(() => signal.removeEventListener('abort', giveUp))
}
