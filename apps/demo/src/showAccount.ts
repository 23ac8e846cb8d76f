import type { LatchkeyState } from '@latchkey/sdk'

const KINDS = {
  smartAccount: 'a smart account',
  eoa: 'a plain account',
  payment: 'a payment account',
  ordinal: 'an account for ordinals',
} as const

/** Writes which account the page has, of which kind, and whether it is on the network yet. */
export function showAccount(output: HTMLElement | null, state: LatchkeyState): void {
  if (!output) return
  const { address, accountType, smartAccountDeployed, network, email } = state
  output.dataset.type = address ? (accountType ?? 'eoa') : 'none'
  output.dataset.deployed = String(smartAccountDeployed ?? false)
  if (!address) {
    output.textContent = 'Nobody is connected.'
    return
  }
  const contact = email ? ` Its e-mail address is ${email}.` : ''
  const kind = KINDS[accountType ?? 'eoa']
  const place = network?.name ?? 'this network'
  const isSmart = accountType === 'smartAccount'
  const life = smartAccountDeployed
    ? ` It is set up on ${place}.`
    : ` Its first transaction sets it up on ${place}.`
  output.textContent = `${address} is ${kind}.${isSmart ? life : ''}${contact}`
}
