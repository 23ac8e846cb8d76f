import { close, createConfig, open, type ThemeState, type TransactionOutcome } from '@latchkey/core'
import type { AskWallets } from '@latchkey/core/directory'
import { loadLocaleOf, type MountedModal, mountModal } from '../mountModal.tsx'
import type { ViewName } from '../views/index.ts'
import { never, pretendEmail } from './pretend/pretendConnectors.ts'
import { pretendService, readAlready } from './pretend/pretendService.ts'
import { pretendCalls } from './pretend/pretendSwaps.ts'
import { pretendNames, pretendTransfers } from './pretend/pretendTransfers.ts'
import { FEW_NETWORKS } from './pretend/sampleNetworks.ts'
import type { ViewState } from './pretend/ViewState.ts'

export type Stage = { config: ReturnType<typeof createConfig>; modal: MountedModal }

/**
 * Opens the modal in one state of one view, without any network.
 *
 * @param container holds it as a card; default: a dialog
 *
 * @example
 * const { config, modal } = await stageView('Connect', viewStates.Connect.default, { themeMode: 'dark' })
 */
export async function stageView(
  name: ViewName,
  state: ViewState,
  theme: Partial<Pick<ThemeState, 'themeMode' | 'locale' | 'accent'>> = {},
  container?: HTMLElement,
): Promise<Stage> {
  const config = createConfig({
    projectId: 'workbench',
    networks: state.networks ?? FEW_NETWORKS,
    // Pictures of the service are asked of the workbench itself, which has none: its policy allows nobody else.
    services: { walletOrigin: 'https://wallet.example', apiOrigin: location.origin },
    connectors: state.connectors ?? [pretendEmail()],
    adapters: [pretendAdapter(state), ...(state.adapters ?? [])],
    storage: memory(),
    embedded: container !== undefined,
    ...(state.words ? { words: state.words } : {}),
  })
  config.runtime.fetch = pretendService(state)
  config.theme.setState(theme)
  state.prepare?.(config)
  readAlready(config, state)
  const { ask, answered } = watchWallets(state.wallets ?? (() => never()))
  const modal = mountModal(config, {
    locale: await loadLocaleOf(config),
    askWallets: ask,
    container,
    ...(state.mobile === undefined ? {} : { mobile: state.mobile }),
  })
  const entry = state.params === undefined ? { name } : { name, params: state.params }
  // The first view shows what the directory said before: an opening before this one has asked it.
  if (state.wallets && SHOWS_KNOWN.has(name) && config.options.enableWallets !== false) {
    open(config, { view: entry })
    await answered
    close(config)
    // Closing has cleared what was prepared.
    state.prepare?.(config)
  }
  open(config, { view: entry })
  if (state.below) config.router.setState({ stack: [...state.below, entry] })
  // The first paint is what a person sees before doing anything.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  if (modal.element.shadowRoot) state.play?.(modal.element.shadowRoot, config)
  return { config, modal }
}

const SHOWS_KNOWN: ReadonlySet<ViewName> = new Set<ViewName>([
  'Connect',
  'ConnectWallets',
  'ConnectingWalletConnectBasic',
])

/** The same directory, and when every first question of the first view has its answer. */
function watchWallets(wallets: AskWallets): { ask: AskWallets; answered: Promise<void> } {
  let resolve = () => {}
  const answered = new Promise<void>((done) => (resolve = done))
  let open = 0
  const settle = () => {
    open -= 1
    // The answer is taken in the tasks that follow it.
    if (open === 0) setTimeout(resolve)
  }
  const ask: AskWallets = (question, signal) => {
    open += 1
    const answer = wallets(question, signal)
    answer.then(settle, settle)
    return answer
  }
  return { ask, answered }
}

const pretendAdapter = (state: ViewState) => () => ({
  namespace: 'eip155' as const,
  isAddress: (text: string) => /^0x[0-9a-fA-F]{40}$/.test(text),
  getBalance: state.balance ?? (() => never<string>()),
  transfers: pretendTransfers({ calls: pretendCalls, ...state.transfers }),
  names: pretendNames,
  waitForTransaction: () => never<TransactionOutcome>(),
  explorerAddressUrl: () => 'https://explorer.example.net/address/0x',
  explorerTransactionUrl: () => 'https://explorer.example.net/tx/0x',
})

function memory() {
  const values = new Map<string, string>()
  return {
    get: (key: string) => values.get(key),
    set: (key: string, value: string) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  }
}
