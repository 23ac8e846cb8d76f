import { permissionContextOf } from '../chains/evm/permissions/manager.ts'
import { parseRequest } from '../chains/evm/permissions/parseRequest.ts'
import type { GivenPermission } from '../chains/evm/permissions/WantedPermission.ts'
import { testAddress, testConfig } from './fakeFrame.ts'

export const now = 1_800_000_000
export const day = 86_400
export const smart = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
export const manager = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const grantee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const token = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
export const game = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'
export const module4337 = '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'
export const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
export const nobody = `0x${'0'.repeat(40)}`
export const id = `0x${'1'.repeat(64)}` as const

const [first] = testConfig.chains
if (!first) throw new Error('no network')
/** Without smart accounts. */
export const plainChain = first
export const chain = { ...first, smartAccounts: { entryPoint: '0.7' as const, permissionManager: manager } }
export const accounts = { eoa: testAddress, smart, preferred: 'smartAccount', address: smart, chain } as const
export const context = permissionContextOf(accounts, now * 1_000)

export const permission = (type: string, data: object, isAdjustmentAllowed = true) => ({
  type,
  isAdjustmentAllowed,
  data,
})
export const once = permission('native-token-allowance', {
  allowanceAmount: '0x0DE0B6B3A7640000',
  justification: 'Rent',
})
export const weekly = permission('erc20-token-periodic', {
  tokenAddress: token,
  periodAmount: '0x989680',
  periodDuration: 7 * day,
  startTime: now + day,
})
export const calls = (target: string, ...selectors: string[]) =>
  permission('contract-call', { calls: [{ target, selectors }] })
export const expires = (timestamp: number) => [{ type: 'expiry', data: { timestamp } }]
export const item = (more: object = {}) => ({ chainId: '0x7a69', to: grantee, permission: once, ...more })
export const parse = (...items: object[]) => parseRequest(items, context)
export const given = (wanted: ReturnType<typeof parse>): GivenPermission[] =>
  wanted.items.map((one) => ({ permission: one.permission, context: id }))
