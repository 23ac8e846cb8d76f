import { NotAvailableError, UserRejectedError } from '@latchkey/protocol/frame'
import { anySignal } from '@latchkey/std/deadline'
import { activeConnector } from '../account/accounts.ts'
import { showUntilAnswered } from '../connection/request.ts'
import { rememberEmail } from '../connection/watchConnectors.ts'
import { NotConnectedError } from '../errors/connectionErrors.ts'
import type { Config } from '../interfaces/Config.ts'

/**
 * Asks the visitor, on the wallet's own screen, whether this site may know their e-mail address, and answers with it. A site
 * that may know it already is answered at once. It is the account's `user.email` from then on, with the next visits too,
 * until the visitor signs out, takes it back on the account page or has another address.
 *
 * @param parameters `signal` takes the request back
 * @throws NotConnectedError (5009) when nobody is connected, NotAvailableError (2001) from a wallet that has no addresses,
 *   UserRejectedError (2004) when the visitor declines or closes the modal, NoEmailAddressError (2045), EmailAskedError
 *   (2046, `data.retryAfter` in s) when they were asked in vain not long ago, EmailReplacedError (4148)
 * @example
 * const email = await requestEmail(config)
 */
export async function requestEmail(
  config: Config,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const connector = activeConnector(config)
  if (!connector) throw new NotConnectedError()
  const identity = await connector.identity?.()
  if (!identity?.shareEmail) throw new NotAvailableError()
  const { shareEmail } = identity
  const email = await showUntilAnswered(config, async (closed) => {
    try {
      return await shareEmail({ signal: signal ? anySignal(signal, closed) : closed })
    } catch (cause) {
      // Closing the modal is an answer; what the caller takes back is not.
      if (closed.aborted && !signal?.aborted) throw new UserRejectedError({ cause })
      throw cause
    }
  })
  rememberEmail(config, connector, email)
  return email
}
