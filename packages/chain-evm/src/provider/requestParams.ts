import { InvalidRequestParamsError, type RequestArguments } from '@latchkey/core'
import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'

/** What each method's params must be to be worth a person's look. The wallet checks all of it once more, and strictly. */
const schemas = /* @__PURE__ */ once((): ReadonlyMap<string, z.ZodMiniType> => {
  const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
  const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
  const text = z.string()
  const fields = z.record(z.string(), z.unknown())
  const more = z.unknown()

  const typedData = z.looseObject({ types: fields, primaryType: text, domain: fields, message: fields })
  const typedDataText = z.pipe(
    z.pipe(
      text,
      z.transform((json): unknown => {
        try {
          return JSON.parse(json)
        } catch {
          return undefined
        }
      }),
    ),
    typedData,
  )
  const call = z.looseObject({
    to: z.nullish(address),
    from: z.nullish(address),
    data: z.nullish(hex),
    input: z.nullish(hex),
  })

  return new Map<string, z.ZodMiniType>([
    // The wallet takes its two params in either order.
    ['personal_sign', z.union([z.tuple([text, address], more), z.tuple([address, text], more)])],
    ['eth_signTypedData_v4', z.tuple([address, z.union([typedData, typedDataText])], more)],
    ['eth_sendTransaction', z.tuple([call], more)],
    ['eth_sendUserOperation', z.tuple([fields, address])],
    ['wallet_sendCalls', z.tuple([z.looseObject({ calls: z.array(call).check(z.minLength(1)) })])],
    ['wallet_showCallsStatus', z.tuple([text.check(z.minLength(1))])],
    ['wallet_watchAsset', z.union([fields, z.tuple([fields])])],
  ])
})

/**
 * Refuses a request that no wallet could make sense of, before anything is shown for it.
 *
 * @throws InvalidRequestParamsError
 */
export function checkParams({ method, params }: RequestArguments): void {
  if (schemas().get(method)?.safeParse(params).success === false) throw new InvalidRequestParamsError()
}
