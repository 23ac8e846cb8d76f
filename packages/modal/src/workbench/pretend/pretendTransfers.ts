import type { NameAbility, TransferAbility } from '@latchkey/core'

/** Anvil's second account. */
export const FRIEND = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ADDRESS = /^0x[0-9a-fA-F]{40}$/

export type PretendTransfers = Partial<Pick<TransferAbility, 'calls' | 'estimateFee' | 'isContract'>>

/** An address whose checksum is wrong, as far as this goes. */
export const MISTYPED = `0x${'1'.repeat(39)}A`

/** Sending that asks no network. */
export const pretendTransfers =
  (more: PretendTransfers = {}) =>
  async (): Promise<TransferAbility> => ({
    normalize: (address) => (ADDRESS.test(address) && address !== MISTYPED ? address : undefined),
    readLink: (text) =>
      text.startsWith('ethereum:0x') ? { to: text.slice(9, 51), amount: 10n ** 17n } : undefined,
    request: ({ from, to, amount }) => ({
      method: 'eth_sendTransaction',
      params: [{ from, to, value: `0x${amount.toString(16)}` }],
    }),
    estimateFee: async () => 462_000_000_000_000n,
    isContract: async () => false,
    ...more,
  })

/** `ada.eth` is a friend, `offline.eth` cannot be looked up, and nobody else has a name. */
export const pretendNames = async (): Promise<NameAbility> => ({
  isName: (text) => text.endsWith('.eth'),
  resolve: async ({ name }) => {
    if (name === 'offline.eth') throw new Error('The network does not answer.')
    return name === 'ada.eth' ? FRIEND : null
  },
  lookUp: async () => null,
})
