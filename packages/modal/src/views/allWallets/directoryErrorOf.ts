import { codeOf } from '../../parts/errorWords.ts'

/** `DirectoryRefusedError` */
const REFUSED = 5083

/** The error that a visitor can be told of: when the service refused and said why, that is the reason. */
export function directoryErrorOf(error: unknown): unknown {
  if (codeOf(error) !== REFUSED) return error
  const { data } = error as { data?: unknown }
  return codeOf(data) === undefined ? error : data
}
