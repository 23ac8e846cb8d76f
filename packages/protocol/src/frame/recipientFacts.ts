import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { evmAddress } from '../schema/primitives.ts'

/**
 * What the embedded wallet answers to `latchkey_getRecipientFacts` with `[{ address, token? }]`: what its approval would
 * warn of, were something sent to that address by the account in use, and whether a contract is there.
 */
export const recipientFacts = /* @__PURE__ */ once(() =>
  z.strictObject({
    warnings: z
      .array(
        z.union([
          z.strictObject({ kind: z.literal('lookAlike'), known: evmAddress() }),
          z.strictObject({
            kind: z.enum([
              /** Only transfers of nothing went between the two. */
              'planted',
              /** The token's own contract. */
              'token',
              'own',
              /** Neither code, coins nor transactions. */
              'unused',
              /** No transfer to it is remembered: the wallet remembers those of one site, in one browser. */
              'first',
              /** Code is at the address, and it is neither the token nor the account's own. */
              'contract',
            ]),
          }),
        ]),
      )
      .check(z.maxLength(8)),
  }),
)
export type RecipientFacts = z.output<ReturnType<typeof recipientFacts>>
