import { devAccounts } from '@latchkey/testing'
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  encodeFunctionData,
  type Hex,
  type TransactionReceipt,
} from 'viem'
import { accountContracts, testTargets } from '../accountContracts.ts'
import { permissionManagerAbi } from '../permissionManagerAbi.ts'
import type { SafeCall } from '../safeEncoding.ts'
import type { Redemption } from './redemption.ts'
import type { TestChain } from './TestChain.ts'
import { deploySafe, type TestSafe } from './TestSafe.ts'

export const manager = accountContracts.permissionManager
export const grantee = devAccounts[2].address

export type TestPermission = {
  grantee: Address
  expiry: number
  allowances: readonly { token: Address; amount: bigint; start: number; period: number }[]
  calls: readonly { target: Address; selector: Hex }[]
}
export type StandingPermission = { id: Hex; permission: TestPermission; spent: readonly bigint[] }

/** The permission manager as tests use it. */
export type PermissionBench = {
  /** Contracts that misbehave. */
  targets: typeof testTargets
  /** A Safe of its own; the manager is one of its modules unless said otherwise. */
  newSafe: (options?: { enabled: boolean }) => Promise<TestSafe>
  granting: (permission: TestPermission) => SafeCall
  revoking: (id: Hex) => SafeCall
  /** Gives the permission and answers its id. */
  grant: (safe: TestSafe, permission: TestPermission) => Promise<Hex>
  revoke: (safe: TestSafe, id: Hex) => Promise<TransactionReceipt>
  permissionsOf: (account: Address) => Promise<readonly StandingPermission[]>
  spentOf: (safe: TestSafe, id: Hex) => Promise<readonly bigint[] | undefined>
  /** @param time of the block, in seconds since the epoch */
  redeem: (redemption: Redemption, options?: { from?: Address; time?: number }) => Promise<TransactionReceipt>
  /** Why it would be refused, as `Error(arguments)`; `accepted` when it would not. */
  refusal: (redemption: Redemption, options?: { from?: Address; time?: number }) => Promise<string>
  /** The same for giving a permission. */
  grantRefusal: (safe: TestSafe, permission: TestPermission) => Promise<string>
}

function nameOf(error: unknown): string {
  const reverted =
    error instanceof BaseError ? error.walk((one) => one instanceof ContractFunctionRevertedError) : null
  if (!(reverted instanceof ContractFunctionRevertedError)) throw error
  const { data } = reverted
  return data ? `${data.errorName}(${(data.args ?? []).join()})` : 'no reason'
}

const contract = { abi: permissionManagerAbi, address: manager } as const

const encode = {
  grant: (permission: TestPermission): SafeCall => ({
    to: manager,
    data: encodeFunctionData({ abi: permissionManagerAbi, functionName: 'grant', args: [permission] }),
  }),
  revoke: (id: Hex): SafeCall => ({
    to: manager,
    data: encodeFunctionData({ abi: permissionManagerAbi, functionName: 'revoke', args: [id] }),
  }),
}

function readers({ client }: TestChain) {
  const permissionsOf = async (account: Address): Promise<StandingPermission[]> => {
    const request = { ...contract, functionName: 'permissionsOf', args: [account] } as const
    const [ids, permissions, spent] = await client.readContract(request)
    return permissions.map((permission, index) => ({
      id: ids[index] ?? '0x',
      permission,
      spent: spent[index] ?? [],
    }))
  }
  return {
    permissionsOf,
    spentOf: async (safe: TestSafe, id: Hex) =>
      (await permissionsOf(safe.address)).find((standing) => standing.id === id)?.spent,
    grantRefusal: (safe: TestSafe, permission: TestPermission) =>
      client
        .simulateContract({ ...contract, functionName: 'grant', args: [permission], account: safe.address })
        .then(() => 'accepted', nameOf),
  }
}

const redeeming = ({ contexts, modes, data }: Redemption) =>
  ({ ...contract, functionName: 'redeemDelegations', args: [contexts, modes, data] }) as const

/** Everything about permissions on a test chain. */
export function permissionBench(chain: TestChain): PermissionBench {
  const { client, sender, mined, at } = chain
  const reading = readers(chain)
  let salt = 0n
  return {
    ...reading,
    targets: testTargets,
    granting: encode.grant,
    revoking: encode.revoke,
    async newSafe({ enabled } = { enabled: true }) {
      salt += 1n
      const safe = await deploySafe(chain, salt)
      if (enabled) await safe.act(safe.enable)
      return safe
    },
    async grant(safe, permission) {
      await safe.act(encode.grant(permission))
      const newest = (await reading.permissionsOf(safe.address)).at(-1)
      if (!newest) throw new Error('No permission stands.')
      return newest.id
    },
    revoke: (safe, id) => safe.act(encode.revoke(id)),
    async redeem(redemption, { from = grantee, time } = {}) {
      if (time !== undefined) await at(time)
      return mined(sender(from).writeContract({ ...redeeming(redemption), gas: 5_000_000n }))
    },
    refusal: (redemption, { from = grantee, time } = {}) =>
      client
        .simulateContract({
          ...redeeming(redemption),
          account: from,
          ...(time === undefined ? {} : { blockOverrides: { time: BigInt(time) } }),
        })
        .then(() => 'accepted', nameOf),
  }
}
