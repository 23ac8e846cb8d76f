import { type CreateConnector, createConnector } from '@latchkey/core'
import { BaseError } from '@latchkey/errors'

/** The account that it uses; any other wallet of the tests has another one. */
export const SMART_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const PLAIN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

export type CallsWallet = {
  create: CreateConnector
  /** Every request that has reached it. */
  requests: { method: string; params: unknown }[]
  /** What `wallet_sendCalls` fails with next: a code of the frame. */
  refusal: number | undefined
}

/**
 * A connector that answers EIP-5792 as the embedded wallet does, without a frame: its screens are in the modal, and closing
 * the modal declines. Every group of calls has succeeded by the time one asks.
 *
 * @example
 * const wallet = callsWallet()
 * createLatchkey({ connectors: [wallet.create], … })
 */
export function callsWallet(): CallsWallet {
  const wallet: CallsWallet = {
    requests: [],
    refusal: undefined,
    create: createConnector(() => ({
      id: 'test-wallet',
      name: 'Test wallet',
      type: 'EXTERNAL',
      namespaces: ['eip155'],
      approvesInFrame: true,
      connect: async () => ({
        accounts: [
          { namespace: 'eip155', address: SMART_ADDRESS, type: 'smartAccount' },
          { namespace: 'eip155', address: PLAIN, type: 'eoa' },
        ],
        caipNetworkId: 'eip155:31337',
        preferredAccountType: 'smartAccount',
      }),
      reconnect: async () => undefined,
      disconnect: async () => undefined,
      switchNetwork: async () => undefined,
      async request({ method, params, signal }) {
        wallet.requests.push({ method, params })
        if (method === 'wallet_sendCalls' && wallet.refusal !== undefined)
          throw new BaseError(wallet.refusal, 'The wallet says no.')
        if (method === 'wallet_showCallsStatus')
          return new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(new BaseError(1011, 'Request was aborted')))
          })
        return ANSWERS[method]
      },
    })),
  }
  return wallet
}

const HASH = `0x${'9b'.repeat(32)}`
/** The id of every group of calls. */
export const CALLS_ID = `0x${'01'.repeat(32)}`
const ANSWERS: Readonly<Record<string, unknown>> = {
  wallet_sendCalls: { id: CALLS_ID },
  wallet_getCallsStatus: {
    version: '2.0.0',
    chainId: '0x7a69',
    id: CALLS_ID,
    status: 200,
    atomic: true,
    receipts: [
      {
        logs: [],
        status: '0x1',
        blockHash: HASH,
        blockNumber: '0x10',
        gasUsed: '0x5208',
        transactionHash: HASH,
      },
    ],
  },
  wallet_getCapabilities: {
    '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
  },
}
