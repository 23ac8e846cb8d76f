import { ServiceUnreachableError } from '@latchkey/protocol/http'

/**
 * Loads a part of the wallet when it is first needed. One that did not load is tried again by the next call.
 *
 * @throws ServiceUnreachableError
 * @example
 * const { describeUser } = await loadPart(() => import('./describeUser.ts'))
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new ServiceUnreachableError({ cause })
  }
}
