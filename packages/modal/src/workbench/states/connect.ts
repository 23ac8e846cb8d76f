import { type Config, STORAGE_KEYS, showAlert } from '@latchkey/core'
import { failing, never, pretendEmail } from '../pretend/pretendConnectors.ts'
import {
  compassExtensions,
  harbourExtension,
  pairingConnector,
  rainfallExtension,
} from '../pretend/sampleExtensions.ts'
import { answerWallets, sampleWallets } from '../pretend/sampleWallets.ts'
import { typeInto } from '../pretend/typeInto.ts'
import type { ViewStates } from '../pretend/ViewState.ts'
import { withOptions } from '../pretend/withOptions.ts'
import { withSocials } from '../pretend/withSocials.ts'

const fill = (root: ShadowRoot, email: string) => typeInto(root.querySelector('input'), email)
const send = (email: string) => (root: ShadowRoot) => {
  fill(root, email)
  // React writes the value in a microtask; the press comes after it, as a person's would.
  queueMicrotask(() => root.querySelector('form')?.requestSubmit())
}
const asked = (config: Config, secondsAgo: number) => {
  config.storage.set(STORAGE_KEYS.lastEmailLoginTime, String(Date.now() - secondsAgo * 1_000))
  config.storage.set(STORAGE_KEYS.emailHint, 'a•••@example.com')
}
const LISTED = sampleWallets(580)
const wallets = answerWallets(LISTED)
const everything = [pretendEmail(), pairingConnector(), rainfallExtension(), harbourExtension()]
const remember = (config: Config, ...ids: string[]) =>
  config.storage.set(STORAGE_KEYS.recentWallets, JSON.stringify(ids.map((id) => ({ id }))))

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
      config.notices.setState({
        toast: { id: 1, kind: 'error', name: 'actionNotAllowed', message: 'Action not allowed' },
      }),
  },
  wallets: { connectors: [pretendEmail(), pairingConnector()], wallets },
  directoryDown: { connectors: [pretendEmail(), pairingConnector()], wallets: () => failing(5080) },
  installed: { connectors: everything, wallets },
  recent: {
    connectors: everything,
    wallets,
    prepare: (config) => remember(config, 'wallet-5', 'harbour'),
  },
  multiChain: { connectors: [pairingConnector(), ...compassExtensions], wallets },
  custom: {
    connectors: [pretendEmail(), pairingConnector()],
    wallets,
    prepare: (config) =>
      withOptions(config, {
        customWallets: [{ id: 'house', name: 'House wallet', mobile_link: 'house://' }],
        featuredWalletIds: ['wallet-3'],
      }),
  },
  collapsed: {
    connectors: everything,
    wallets,
    prepare: (config) => withOptions(config, { collapseWallets: true }),
  },
  walletsOff: {
    connectors: everything,
    wallets,
    prepare: (config) => withOptions(config, { enableWallets: false }),
  },
  socials: { connectors: [pretendEmail({ identity: {} })], prepare: withSocials },
  fewSocials: {
    connectors: [pretendEmail({ identity: {} }), pairingConnector()],
    prepare: (config) => config.features.setState({ socials: ['github', 'google'] }),
  },
  oneSocial: {
    connectors: [pretendEmail({ identity: {} })],
    prepare: (config) => config.features.setState({ email: false, socials: ['apple'] }),
  },
  socialsAndWallets: {
    connectors: [pretendEmail({ identity: {} }), pairingConnector(), rainfallExtension()],
    wallets,
    prepare: withSocials,
  },
  deviceRefused: { params: { email: 'ada@example.com', error: 4131 } },
  agree: {
    connectors: [pretendEmail({ identity: {} }), pairingConnector()],
    prepare: (config) => {
      withSocials(config)
      withOptions(config, {
        legalCheckbox: true,
        termsConditionsUrl: 'https://example.net/terms',
        privacyPolicyUrl: 'https://example.net/privacy',
      })
    },
  },
  legal: {
    connectors: [pretendEmail(), pairingConnector()],
    prepare: (config) =>
      withOptions(config, {
        termsConditionsUrl: 'https://example.net/terms',
        privacyPolicyUrl: 'https://example.net/privacy',
      }),
  },
  none: { connectors: [] },
}
