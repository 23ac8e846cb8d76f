import type { Config, TransferForm } from '@latchkey/core'
import { transferFormOf } from '@latchkey/core/transfer'
import { BITCOIN_FRIEND, onBitcoin } from '../pretend/pretendBitcoin.ts'
import { failing, never, PLANTED, SAMPLE_ADDRESS, UNUSED } from '../pretend/pretendConnectors.ts'
import { FRIEND, MISTYPED } from '../pretend/pretendTransfers.ts'
import { MANY_TOKENS, SAMPLE_TOKENS, UNPRICED } from '../pretend/sampleTokens.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { whenElementExists } from '../pretend/whenElementExists.ts'

/** Signed in, with so much in the form. */
const written =
  (form: Partial<TransferForm> = {}, tokens = SAMPLE_TOKENS) =>
  (config: Config) => {
    signedIn(config, { tokenBalance: tokens })
    transferFormOf(config).setState(form)
  }
const base: ViewState = { below: [{ name: 'Account' }], tokens: SAMPLE_TOKENS, prepare: written() }
/** The same on Bitcoin. */
const onBitcoinWritten = (form: Partial<TransferForm>): ViewState => {
  const { prepare, ...bitcoin } = onBitcoin('payment')
  return {
    ...bitcoin,
    below: [{ name: 'Account' }],
    prepare(config) {
      prepare?.(config)
      transferFormOf(config).setState(form)
    },
  }
}
const filled = { tokenId: 'native', amount: '0.5', recipient: FRIEND }
const poison = `${FRIEND.slice(0, 6)}${'1'.repeat(32)}${FRIEND.slice(-4)}`
const review = (root: ShadowRoot) =>
  whenElementExists(root, 'button[type=submit]', (button) => button.click())

export const sendStates: ViewStates = {
  default: base,
  filled: { ...base, prepare: written(filled) },
  fiat: { ...base, prepare: written({ ...filled, amount: '250', unit: 'fiat' }) },
  token: { ...base, prepare: written({ ...filled, tokenId: SAMPLE_TOKENS[3]?.address, amount: '3.25' }) },
  long: { ...base, prepare: written({ ...filled, amount: '0.123456789012345678' }) },
  notEnough: { ...base, prepare: written({ ...filled, amount: '9' }) },
  badAmount: {
    ...base,
    prepare: written({ ...filled, tokenId: SAMPLE_TOKENS[1]?.address, amount: '0.0000001' }),
  },
  name: { ...base, prepare: written({ ...filled, recipient: 'ada.eth' }) },
  noName: { ...base, prepare: written({ ...filled, recipient: 'nobody.eth' }) },
  checksum: { ...base, prepare: written({ ...filled, recipient: MISTYPED }) },
  missing: { ...base, play: review },
  unpriced: { ...base, tokens: UNPRICED, prepare: written(filled, UNPRICED) },
  loading: { below: base.below ?? [], prepare: (config) => signedIn(config) },
  bitcoin: onBitcoinWritten({ tokenId: 'native', amount: '0.0025', recipient: BITCOIN_FRIEND }),
  bitcoinMistyped: onBitcoinWritten({ tokenId: 'native', amount: '0.0025', recipient: FRIEND }),
  declined: { ...base, prepare: written({ ...filled, error: { code: 4001 } }) },
  failed: { ...base, prepare: written({ ...filled, error: { code: 1012 } }) },
}

export const selectTokenStates: ViewStates = {
  default: { ...base, below: [{ name: 'Account' }, { name: 'WalletSend' }] },
  many: { ...base, tokens: MANY_TOKENS, prepare: written({}, MANY_TOKENS) },
}

const preview: ViewState = {
  ...base,
  below: [{ name: 'Account' }, { name: 'WalletSend' }],
  prepare: (config) => {
    config.storage.set('recent_recipients', JSON.stringify([FRIEND]))
    written(filled)(config)
  },
}

export const sendPreviewStates: ViewStates = {
  bitcoin: {
    ...onBitcoinWritten({ tokenId: 'native', amount: '0.0025', recipient: BITCOIN_FRIEND }),
    below: preview.below ?? [],
  },
  default: preview,
  name: { ...preview, prepare: written({ ...filled, recipient: 'ada.eth' }) },
  own: { ...preview, prepare: written({ ...filled, recipient: SAMPLE_ADDRESS }) },
  contract: { ...preview, transfers: { isContract: async () => true } },
  first: { ...preview, prepare: written(filled) },
  unused: { ...preview, prepare: written({ ...filled, recipient: UNUSED }) },
  planted: { ...preview, prepare: written({ ...filled, recipient: PLANTED }) },
  lookAlike: {
    ...preview,
    prepare: (config) => {
      preview.prepare?.(config)
      written({ ...filled, recipient: poison })(config)
    },
  },
  tokenContract: {
    ...preview,
    prepare: written({
      tokenId: SAMPLE_TOKENS[1]?.address,
      amount: '5',
      recipient: `0x${'a'.repeat(40)}`,
    }),
  },
  noFee: { ...preview, transfers: { estimateFee: () => failing(7020) } },
  feeReading: { ...preview, transfers: { estimateFee: () => never() } },
  feeTooHigh: { ...preview, transfers: { estimateFee: async () => 2n * 10n ** 18n } },
  refused: { ...preview, transfers: { estimateFee: () => failing(7018) } },
  sending: { ...preview, prepare: written({ ...filled, isSending: true }) },
  failed: { ...preview, prepare: written({ ...filled, error: { code: 1012 } }) },
}
