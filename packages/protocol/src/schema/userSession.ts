import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { account, accountType, chainId, foreignText } from './primitives.ts'

/** Spec 3, embedded wallet user session. */
export const userSession = /* @__PURE__ */ once(() =>
  z.strictObject({
    /** Only after the user agreed to share it with this origin; else null. */
    email: z.nullable(foreignText(254)),
    /** `m•••@example.com`: enough to recognise, not to contact. */
    emailHint: z.nullable(foreignText(254)),
    address: account().shape.address,
    chainId: chainId(),
    accounts: z.array(account()).check(z.maxLength(16)),
    userName: z.nullable(foreignText(64)),
    preferredAccountType: accountType(),
    smartAccountDeployed: z.boolean(),
  }),
)
export type UserSession = z.output<ReturnType<typeof userSession>>
