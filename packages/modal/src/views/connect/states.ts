import { type Config, STORAGE_KEYS, showAlert } from '@latchkey/core'
import { failing, never, pretendEmail, pretendExtension } from '../../states/pretendConnectors.ts'
import { typeInto } from '../../states/typeInto.ts'
import type { ViewStates } from '../../states/ViewState.ts'

const fill = (root: ShadowRoot, email: string) => typeInto(root.querySelector('input'), email)
const send = (email: string) => (root: ShadowRoot) => {
  fill(root, email)
  // React writes the value in a microtask; the press comes after it, as a person's would.
  queueMicrotask(() => root.querySelector('form')?.requestSubmit())
}
const press = (name: string) => (root: ShadowRoot) =>
  [...root.querySelectorAll<HTMLElement>('.lk-row')].find((row) => row.textContent?.includes(name))?.click()
const asked = (config: Config, secondsAgo: number) => {
  config.storage.set(STORAGE_KEYS.lastEmailLoginTime, String(Date.now() - secondsAgo * 1_000))
  config.storage.set(STORAGE_KEYS.emailHint, 'a•••@example.com')
}
const wallets = [pretendExtension('Rabby', 'ANNOUNCED'), pretendExtension('WalletConnect', 'WALLET_CONNECT')]

export const connectStates: ViewStates = {
  default: {},
  typed: { play: (root) => fill(root, 'ada@example.com') },
  invalid: { play: send('ada@example') },
  sending: { connectors: [pretendEmail({ start: () => never() })], play: send('ada@example.com') },
  throttled: { prepare: (config) => asked(config, 8), play: send('ada@example.com') },
  codePending: { prepare: (config) => asked(config, 60) },
  unreachable: { connectors: [pretendEmail({ start: () => failing(4000) })], play: send('ada@example.com') },
  refused: { connectors: [pretendEmail({ start: () => failing(6003) })], play: send('ada@example.com') },
  alert: {
    prepare: (config) =>
      showAlert(config, { kind: 'sessionExpired', short: 'Session Expired', long: '', code: 2016 }),
  },
  toast: {
    prepare: (config) =>
      config.notices.setState({ toast: { id: 1, kind: 'error', message: 'RPC method not allowed' } }),
  },
  wallets: { connectors: [pretendEmail(), pretendExtension('WalletConnect', 'WALLET_CONNECT')] },
  installed: { connectors: [pretendEmail(), ...wallets] },
  walletWaiting: { connectors: [pretendEmail(), ...wallets], play: press('Rabby') },
  walletDeclined: {
    connectors: [pretendEmail(), pretendExtension('Rabby', 'ANNOUNCED', { connect: () => failing(4001) })],
    play: press('Rabby'),
  },
  none: { connectors: [] },
}
