import { type Config, close, type SentTransfer, showToast } from '@latchkey/core'
import type { SentOutcome } from '@latchkey/core/activity'
import { transfersOf } from '@latchkey/core/transfer'
import { createToasts } from '../../outcomes/createToasts.tsx'
import { onBitcoin } from '../pretend/pretendBitcoin.ts'
import { failing, pretendEmail, SAMPLE_ADDRESS } from '../pretend/pretendConnectors.ts'
import { FRIEND } from '../pretend/pretendTransfers.ts'
import { ETHEREUM } from '../pretend/sampleNetworks.ts'
import { MANY_TOKENS, SAMPLE_TOKENS, UNPRICED } from '../pretend/sampleTokens.ts'
import { sampleTransactions } from '../pretend/sampleTransactions.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { whenElementExists } from '../pretend/whenElementExists.ts'
import { smartWallet, withSmartAccount } from './accountType.ts'

const rich = { balance: '12.34567', balanceSymbol: 'ETH' }
const caipAddress = `eip155:1:${SAMPLE_ADDRESS}` as const

/** Sent from here, and not told yet. */
const sent = (status: SentTransfer['status']) => (config: Config) => {
  signedIn(config, rich)
  const transfer = { caipAddress, to: FRIEND, amount: '0.5', symbol: 'ETH', status }
  transfersOf(config).setState({ transfers: [{ ...transfer, hash: `0x${status}` }] })
}

/** Goes to the account's activity, as a person does. */
const showActivity: NonNullable<ViewState['play']> = (root) => {
  whenElementExists(root, '[role=tab]:last-child', (tab) => tab.click())
}

const activity = (history?: ViewState['history']): ViewState => ({
  connectors: [pretendEmail({ identity: {} })],
  tokens: SAMPLE_TOKENS,
  ...(history ? { history } : {}),
  prepare: (config) => signedIn(config),
  play: showActivity,
})

/** What was sent is decided while the modal is closed. */
const told = (outcome: SentOutcome): ViewState => ({
  tokens: SAMPLE_TOKENS,
  prepare: (config) => signedIn(config),
  play: (_, config) => {
    close(config)
    void createToasts(config).show({ outcome, network: 'Ethereum' })
  },
})

const nft = (tokenId: string, more: object = {}) => ({
  chainId: 'eip155:1',
  contract: `0x${'a'.repeat(40)}`,
  tokenId,
  standard: 'erc721',
  amount: '1',
  name: `Tile ${tokenId}`,
  collection: 'Latchkey Tiles',
  ...more,
})

const nfts = (told?: ViewState['nfts']): ViewState => ({
  connectors: [pretendEmail({ identity: {} })],
  tokens: SAMPLE_TOKENS,
  history: [[]],
  ...(told ? { nfts: told } : {}),
  prepare: (config) => signedIn(config),
  play: (root) => whenElementExists(root, '[role=tab]:nth-child(2)', (tab) => tab.click()),
})

export const accountStates: ViewStates = {
  default: { tokens: SAMPLE_TOKENS, profileName: 'ada.eth', prepare: (config) => signedIn(config) },
  unpriced: { tokens: UNPRICED, prepare: (config) => signedIn(config, rich) },
  many: { tokens: MANY_TOKENS, prepare: (config) => signedIn(config) },
  empty: {
    tokens: UNPRICED.map((token) => ({ ...token, quantity: { decimals: '18', numeric: '0' } })),
    prepare: (config) => signedIn(config),
  },
  stale: {
    tokens: 'fails',
    balance: () => failing(7002),
    prepare: (config) => {
      signedIn(config, { tokenBalance: SAMPLE_TOKENS })
      const at = new Date(2030, 0, 2, 14, 32).getTime()
      config.runtime.portfolios = new Map([
        [caipAddress, { triedAt: Date.now(), failed: 'all', at, tokens: SAMPLE_TOKENS }],
      ])
    },
  },
  nativeAlone: { tokens: 'fails', balance: async () => '12.34567', prepare: (config) => signedIn(config) },
  pending: { tokens: SAMPLE_TOKENS, prepare: sent('pending') },
  reverted: { tokens: SAMPLE_TOKENS, prepare: sent('reverted') },
  late: { tokens: SAMPLE_TOKENS, prepare: sent('late') },
  // Made when they are asked for: their times are told from then on.
  activity: activity(() => [sampleTransactions(), sampleTransactions(400)]),
  activityPending: { ...activity(() => [sampleTransactions()]), prepare: sent('pending') },
  activityEmpty: activity([[]]),
  activityFails: activity('fails'),
  activityLoading: activity(),
  nfts: nfts([
    nft('1'),
    nft('2', { amount: '12', standard: 'erc1155' }),
    nft('3', { name: 'A name that is longer than a tile is wide', collection: undefined }),
    nft('4'),
    nft('5'),
  ]),
  toldConfirmed: told('confirmed'),
  toldFailed: told('failed'),
  toldLate: told('late'),
  nftsEmpty: nfts([]),
  nftsFail: nfts('fails'),
  nftsLoading: nfts(),
  bitcoin: onBitcoin('payment'),
  bitcoinActivity: { ...onBitcoin('ordinal'), play: showActivity },
  withoutActions: {
    tokens: SAMPLE_TOKENS,
    prepare: (config) => {
      config.features.setState({ receive: false, send: false, swaps: false })
      signedIn(config)
    },
  },
  loading: { prepare: (config) => signedIn(config) },
  unknown: { tokens: 'fails', balance: () => failing(4401), prepare: (config) => signedIn(config) },
  large: { prepare: (config) => signedIn(config, { balance: '1234567890.123456', balanceSymbol: 'ETH' }) },
  tiny: { prepare: (config) => signedIn(config, { balance: '0.000000000000000001', balanceSymbol: 'ETH' }) },
  oneNetwork: { networks: [ETHEREUM], prepare: (config) => signedIn(config, rich) },
  unsupported: {
    prepare: (config) => {
      config.networks.setState({ activeId: 'eip155:999999' })
      signedIn(config)
    },
  },
  wallet: {
    prepare: (config) =>
      signedIn(config, {
        ...rich,
        user: {},
        connectorId: 'rainfall',
        connectedWalletInfo: { name: 'Rainfall', type: 'ANNOUNCED' },
      }),
  },
  otherNetwork: {
    prepare: (config) => {
      config.allowUnsupportedChain = true
      config.networks.setState({ activeId: 'eip155:999999' })
      signedIn(config)
    },
  },
  embedded: {
    connectors: [pretendEmail({ identity: {} })],
    prepare: (config) => signedIn(config, { ...rich, socialProvider: 'x', user: { username: 'ada' } }),
  },
  smartAccount: {
    ...smartWallet,
    prepare: (config) => withSmartAccount(config, { ...rich, user: { email: 'a•••@example.com' } }),
  },
  toast: {
    prepare: (config) => {
      signedIn(config, rich)
      showToast(config, { kind: 'success', message: 'Sent' })
    },
  },
}
