import type { Config } from '@latchkey/core'
import type { AskWallets } from '@latchkey/core/directory'
import { findView } from '../../views/index.ts'
import { failing, never, pretendEmail, pretendExtension } from '../pretend/pretendConnectors.ts'
import { answerWallets, sampleWallets } from '../pretend/sampleWallets.ts'
import { typeInto } from '../pretend/typeInto.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { whenElementExists } from '../pretend/whenElementExists.ts'

const MANY = sampleWallets(600)
const answer = answerWallets(MANY)
const base: ViewState = {
  below: [{ name: 'Connect' }],
  wallets: answer,
  connectors: [
    pretendEmail(),
    pretendExtension('WalletConnect', 'WALLET_CONNECT'),
    (context) => ({
      ...pretendExtension('Harbour', 'ANNOUNCED')(context),
      rdns: 'org.example.wallet2',
    }),
  ],
  // The states are of the view, not of the download of its code.
  prepare: () => findView('AllWallets')?.preload(),
}
const search = (query: string) => (root: ShadowRoot) =>
  whenElementExists<HTMLInputElement>(root, '[role=searchbox]', (input) => typeInto(input, query))
const unlessSearched =
  (other: () => Promise<never>): AskWallets =>
  (question, signal) =>
    question.search === undefined ? answer(question, signal) : other()
const LONG = sampleWallets(12).map((wallet, index) => ({
  ...wallet,
  name:
    ['Vermögensverwaltungswallet der Genossenschaft', 'محفظة الميناء الأزرق', 'W'.repeat(64), '財布'][
      index % 4
    ] ?? '',
}))

export const allWalletsStates: ViewStates = {
  default: base,
  loading: { ...base, wallets: () => never() },
  searching: { ...base, wallets: unlessSearched(() => never()), play: search('harbour') },
  found: { ...base, play: search('harbour') },
  empty: { ...base, play: search('Atlantis') },
  failed: { ...base, wallets: () => failing(5080) },
  refused: { ...base, wallets: () => failing(5083, { status: 403, code: 4011 }) },
  searchFailed: { ...base, wallets: unlessSearched(() => failing(5081)), play: search('harbour') },
  pageFailed: {
    ...base,
    wallets: (question, signal) => (question.page === 1 ? answer(question, signal) : failing(5080)),
    play: (root) =>
      whenElementExists(root, '.lk-tile', () => root.querySelector('.lk-scroll')?.scrollTo(0, 10_000)),
  },
  longNames: { ...base, wallets: answerWallets(LONG) },
  phone: { ...base, mobile: true },
  own: {
    ...base,
    prepare: (config: Config) => {
      findView('AllWallets')?.preload()
      config.options = { ...config.options, customWallets: [{ id: 'house', name: 'House wallet' }] }
    },
  },
  none: { ...base, wallets: answerWallets([]) },
}
