import type { CallsAbility } from '@latchkey/core'
import { isRecord } from '@latchkey/std/isRecord'

const toQuantity = (value: bigint | number): string => `0x${value.toString(16)}`

/** Calls of contracts by EIP-1193 and EIP-5792. */
export const calls: CallsAbility = {
  request: ({ from, call: { to, data, value } }) => ({
    method: 'eth_sendTransaction',
    params: [{ from, to, data, value: toQuantity(value) }],
  }),
  batch: ({ network, from, calls: together }) => ({
    method: 'wallet_sendCalls',
    params: [
      {
        ...{ version: '2.0.0', from, chainId: toQuantity(Number(network.id)), atomicRequired: true },
        calls: together.map(({ to, data, value }) => ({ to, data, value: toQuantity(value) })),
      },
    ],
  }),
  capabilities: ({ network, from }) => ({
    method: 'wallet_getCapabilities',
    params: [from, [toQuantity(Number(network.id))]],
  }),
  isAtomic(answer, network) {
    // `0x0` stands for every network.
    const told = [toQuantity(Number(network.id)), '0x0'].map((id) => memberOf(answer, id))
    const statuses = told.map((capabilities) => memberOf(memberOf(capabilities, 'atomic'), 'status'))
    return statuses.some((status) => status === 'supported' || status === 'ready')
  },
  readBatch(answer) {
    const id = typeof answer === 'string' ? answer : memberOf(answer, 'id')
    return typeof id === 'string' && id !== '' && id.length <= 8_194 ? id : undefined
  },
  status: (id) => ({ method: 'wallet_getCallsStatus', params: [id] }),
  readStatus(answer) {
    const status = memberOf(answer, 'status')
    if (status === 'CONFIRMED') return 'success'
    if (typeof status !== 'number' || status < 200) return 'pending'
    return status < 300 ? 'success' : 'failed'
  },
}

const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
