import { decodeCall } from '@latchkey/chain-evm/decode'
import { clearSigner } from '@latchkey/chain-evm/decode/clearSigning'
import type { ApprovalView } from '../approvals/ApprovalView.ts'
import type { TransactionFacts } from '../chains/evm/model/transaction.ts'
import { account, friend } from './sampleRequests.ts'

type Make = (fields: object, change: Partial<TransactionFacts>) => ApprovalView

const word = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
const amount = (value: bigint) => word(value.toString(16))
const base = {
  usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  weth: '0x4200000000000000000000000000000000000006',
  router: '0x2626664c2603336E57B271c5C0b26F421741e481',
  aave: '0xA238Dd80C259a72e81d7e4664a9801593F98d1c5',
} as const

const swap = (recipient: string) =>
  `0x04e45aaf${word(base.usdc)}${word(base.weth)}${amount(500n)}${word(recipient)}${amount(2_000_000_000n)}${amount(5n * 10n ** 17n)}${amount(0n)}`
const withdrawAll = `0x69328dec${word(base.usdc)}${'f'.repeat(64)}${word(account)}`

/** Screens of calls that a descriptor of the build covers (ERC-7730). */
export function clearViews(make: Make): Readonly<Record<string, ApprovalView>> {
  const view = (to: `0x${string}`, data: string) => {
    const call = decodeCall({ to, value: 0n, data: data as `0x${string}` })
    const decoded = clearSigner.describeCall(call, { chainId: 8453, from: account })
    return make({ to, data }, { decoded })
  }
  return {
    'clear-swap': view(base.router, swap(account)),
    'clear-swap-other': view(base.router, swap(friend)),
    'clear-withdraw-all': view(base.aave, withdrawAll),
  }
}
