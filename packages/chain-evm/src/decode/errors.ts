import { defineError } from '@latchkey/errors'

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

/** Refuses what could be understood but must not be signed. */
export function refuse(reason: string, details?: string): never {
  throw new UnsafeRequestError({ data: { reason }, ...(details === undefined ? {} : { details }) })
}

/** Refuses what does not follow the standard. */
export function malformed(reason: string, details?: string): never {
  throw new MalformedRequestError({ data: { reason }, ...(details === undefined ? {} : { details }) })
}
