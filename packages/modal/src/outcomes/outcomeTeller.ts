import {
  accountOf,
  type Config,
  findNetwork,
  networkIdOf,
  type OwnRequest,
  type OwnRequestListener,
} from '@latchkey/core'
import { outcomeOfSent } from '@latchkey/core/activity'
import { createToasts } from './createToasts.tsx'

/**
 * Tells by a toast over the page how what the embedded wallet has sent ends. Only where the modal is closed: while it is
 * open its receipts and rows tell, and what a receipt has told is not told again.
 *
 * @returns how to follow a request that waits for the visitor
 */
export function outcomeTeller(config: Config): OwnRequestListener {
  const toasts = createToasts(config)
  const heard = new Set<string>()
  let newest: { isTold: boolean } | undefined
  const isClosed = () => !config.modal.getState().open
  const hear = ({ id }: OwnRequest['connector']) => {
    if (heard.has(id)) return
    heard.add(id)
    config.eventsOf(id).on('receiptTold', () => {
      // A receipt in a closed modal tells nobody.
      if (newest && !isClosed()) newest.isTold = true
    })
  }
  const follow = async ({ namespace, method }: OwnRequest, answer: unknown) => {
    const mine = { isTold: false }
    newest = mine
    const account = () => accountOf(config.accounts, namespace).address
    const before = account()
    const network = findNetwork(config.networks.getState(), networkIdOf(config, namespace))
    if (!network) return
    const outcome = await outcomeOfSent(config, { network, method, answer })
    // Another account has sent nothing.
    if (outcome && !mine.isTold && isClosed() && account() === before)
      await toasts.show({ outcome, network: network.name })
  }
  return (asked, answer) => {
    hear(asked.connector)
    answer.then((value) => follow(asked, value)).catch(() => undefined)
  }
}
