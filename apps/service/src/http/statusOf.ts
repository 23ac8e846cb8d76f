import { wireErrors } from '@latchkey/protocol/errors'

const byCode: ReadonlyMap<number, number> = new Map(
  wireErrors.flatMap(({ code, httpStatus }) => (httpStatus === undefined ? [] : [[code, httpStatus]])),
)

/** HTTP status of a stable error code; undefined for a code that never leaves the service. */
export const statusOf = (code: number): number | undefined => byCode.get(code)
