import { BaseError, defineError } from '@latchkey/errors'

/** Errors of decoding. Range 7500–7599. Both carry `data.reason`, a stable word. */
export const UnsafeRequestError = /* @__PURE__ */ defineError({
  name: 'UnsafeRequestError',
  code: 7500,
  message: 'The request is not safe to sign.',
})
export const MalformedRequestError = /* @__PURE__ */ defineError({
  name: 'MalformedRequestError',
  code: 7501,
  message: 'The request does not follow the rules of its method.',
})

/** Characters of a name that an error repeats. */
const maxPlace = 200

/** Refuses what could be understood but must not be signed. */
export function refuse(reason: string, details?: string): never {
  throw new UnsafeRequestError({ data: { reason }, ...(details === undefined ? {} : { details }) })
}

/** Refuses what does not follow the standard. */
export function malformed(reason: string, details?: string): never {
  throw new MalformedRequestError({ data: { reason }, ...(details === undefined ? {} : { details }) })
}

/**
 * Runs a reader of one value of typed data; what it refuses without a place gets this one.
 *
 * @param member the path of names to the value, such as `Mail.to[1].wallet`
 * @param type its EIP-712 type
 */
export function located<T>(member: string, type: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof BaseError) || error.code !== MalformedRequestError.code) throw error
    if (error.data?.member !== undefined) throw error
    const place = { member: member.slice(0, maxPlace), type: type.slice(0, maxPlace) }
    const message = `The typed data does not fit its types at ${place.member} (${place.type}).`
    throw new MalformedRequestError({ message, data: { ...error.data, ...place } })
  }
}
