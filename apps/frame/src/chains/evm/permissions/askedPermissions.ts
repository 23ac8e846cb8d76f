import { grantCall } from '@latchkey/chain-evm/decode/smartAccount'
import type { AccountPermission, StandingPermission } from '@latchkey/chain-evm/decode/smartAccount/types'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { createRecord } from '../../../store/createRecord.ts'
import type { PermissionContext } from './WantedPermission.ts'

type Where = Pick<PermissionContext, 'chainId' | 'account' | 'manager'>

const most = 100
const entry = z.strictObject({
  chainId: z.int(),
  account: z.string().check(z.maxLength(42)),
  /** The call data that gave it: names exactly what was allowed. */
  grant: z.string().check(z.maxLength(20_000)),
})
const entries = z.array(entry).check(z.maxLength(most))

const recordOf = (frame: ChainContext) => createRecord(frame, `permissions.${frame.origin}`, entries, [])

const entryOf = ({ chainId, account, manager }: Where, permission: AccountPermission) => ({
  chainId,
  account: account.toLowerCase(),
  grant: grantCall(manager, permission).data,
})

/** Remembers what this site asked for and the person signed, so that it alone is told of it. */
export function noteAsked(
  frame: ChainContext,
  where: Where,
  permissions: readonly AccountPermission[],
): void {
  const record = recordOf(frame)
  const added = permissions.map((permission) => entryOf(where, permission))
  const kept = record.read().filter((one) => !added.some(({ grant }) => grant === one.grant))
  record.write([...kept, ...added].slice(-most))
}

/** Those of an account's permissions that this site asked for. */
export function askedByThisSite(
  frame: ChainContext,
  where: Where,
  standing: readonly StandingPermission[],
): readonly StandingPermission[] {
  const known = recordOf(frame).read()
  return standing.filter((permission) => {
    const { chainId, account, grant } = entryOf(where, permission)
    return known.some((one) => one.grant === grant && one.chainId === chainId && one.account === account)
  })
}
