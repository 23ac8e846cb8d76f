import { NotAvailableError, RequestBlockedError, RpcParamsError } from '@latchkey/protocol/frame'

const sentences = {
  ended: 'The permission would end before it begins.',
  tooLong: 'The wallet gives no permission for more than 180 days. Ask for an earlier end.',
  noLimit: 'The wallet gives no permission without a limit. Ask for the amount that you need.',
  noAmount: 'A permission to spend nothing is none. Ask for an amount.',
  period: 'A period is one minute at least and one year at most.',
  grantee:
    'The permission must be for an account that is neither the person’s own nor one of the wallet’s contracts.',
  target: 'The wallet lets nobody call the person’s own account or the wallet’s contracts.',
  token: 'This address cannot be a token.',
  sameToken: 'Each token can have one limit in a permission, and no other calls.',
  selector:
    'The wallet does not let others call functions that move tokens or run any call. Ask for an amount of the token instead.',
  nothing: 'The permission would allow nothing.',
  tooMany: 'A permission has 16 limits and 32 functions at most. Ask for less.',
  account: 'The permission is asked of an account that is not the connected smart account.',
} as const

export type PermissionRefusal = keyof typeof sentences

/** @throws RequestBlockedError with the reason in its data and a sentence of its own */
export function refusePermission(reason: PermissionRefusal): never {
  throw new RequestBlockedError({ message: sentences[reason], data: { reason } })
}

const missing = {
  permissionsOff: 'This wallet gives no permissions on that network.',
  plainAccount: 'Permissions are given by the smart account. Switch to it first.',
} as const

/** @throws NotAvailableError with the reason in its data and a sentence of its own */
export function permissionsMissing(reason: keyof typeof missing): never {
  throw new NotAvailableError({ message: missing[reason], data: { reason } })
}

/** @throws RpcParamsError with the reason in its data */
export function badParams(reason: string): never {
  throw new RpcParamsError({ data: { reason } })
}
