import type { Eip1193Provider } from '@latchkey/sdk'

type Request = Parameters<Eip1193Provider['request']>[0]
export type DemoAction = 'message' | 'typedData' | 'transfer' | 'switch' | 'unknown'

/** Anvil's second account: anyone knows its key. */
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** What the page asks to sign. */
export const DEMO_MESSAGE = 'Welcome to Harbour. This is a message to sign.'

/** What the page asks to be paid: dollars of the local chain, whose address follows from their code. */
export const DEMO_PAYMENT = {
  amount: '25',
  token: '0x0cc31af540b190b1745114f1E65909DFEa2FFF24',
  network: 'eip155:31337',
  recipient: RECIPIENT,
}

const hex = (text: string) =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** An order as typed data (EIP-712). */
export const demoOrder = (from: string) =>
  ({
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Order: [
        { name: 'buyer', type: 'address' },
        { name: 'item', type: 'string' },
        { name: 'price', type: 'uint256' },
      ],
    },
    primaryType: 'Order',
    domain: { name: 'Harbour', version: '1', chainId: 31337 },
    message: { buyer: from, item: 'A berth for one night', price: '42' },
  }) as const

/** The requests behind the demo's buttons. */
export function demoRequests(from: string, chainId = '0x7a69'): Record<DemoAction, Request> {
  return {
    message: {
      method: 'personal_sign',
      params: [hex(DEMO_MESSAGE), from],
    },
    typedData: { method: 'eth_signTypedData_v4', params: [from, JSON.stringify(demoOrder(from))] },
    transfer: {
      method: 'eth_sendTransaction',
      params: [{ from, to: RECIPIENT, value: `0x${(10n ** 16n).toString(16)}` }],
    },
    // EIP-3326, between the local chain and Base.
    switch: {
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: chainId === '0x7a69' ? '0x2105' : '0x7a69' }],
    },
    unknown: { method: 'eth_sign', params: [from, `0x${'00'.repeat(32)}`] },
  }
}
