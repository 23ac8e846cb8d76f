import { expect, it } from 'vitest'
import { followAccounts } from './followAccounts.ts'
import { readStandardWallet, type StandardWallet } from './readStandardWallet.ts'

/** A wallet that tells of changes, and ends that in its own way. */
function walletThat(off: unknown) {
  let tell = (_: unknown) => {}
  const on = (_: string, listener: (change: unknown) => void) => {
    tell = listener
    return off
  }
  const features = { 'standard:connect': { connect() {} }, 'standard:events': { on } }
  const wallet = readStandardWallet(
    { name: 'A', chains: ['solana:mainnet'], features },
    'solana:',
    'standard:connect',
  )
  return { wallet: wallet as StandardWallet, tell: (change: unknown) => tell(change) }
}

it.each([
  [
    'throws',
    () => {
      throw new Error('I stay')
    },
  ],
  ['does nothing', () => undefined],
  ['is none', 'off'],
])('a wallet whose way of ending %s is not listened to afterwards', (_, off) => {
  const { wallet, tell } = walletThat(off)
  const heard: unknown[] = []
  const stop = followAccounts(wallet, 'standard:events', (accounts) => heard.push(accounts))
  for (const change of [{ accounts: [1] }, {}, null, 'accounts']) tell(change)
  stop()
  tell({ accounts: [2] })
  expect(heard).toEqual([[1]])
})

it('a wallet that tells of no changes is followed by nobody', () => {
  const { wallet } = walletThat(undefined)
  followAccounts(wallet, 'bitcoin:events', () => undefined)()
})
