import { activeNamespace } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import { open } from '../modal/open.ts'
import { isOver, leavePayment, type PaymentStore, payerOf } from './payment.ts'

/**
 * Opens the modal for a visitor who is not connected, and waits until the view that connects has had its turn: it closes the
 * modal, or leads home. Whoever leaves it leaves the payment.
 *
 * @returns whether somebody is connected now
 */
export function untilConnected(config: Config, payment: PaymentStore): Promise<boolean> {
  const { accounts, modal, router, runtime } = config
  const isConnected = () => payerOf(config, payment.getState()) !== undefined
  if (isConnected()) return Promise.resolve(true)
  open(config)
  return new Promise((resolve) => {
    const stops: (() => void)[] = []
    const settle = (answer: boolean) => {
      for (const stop of stops.splice(0)) stop()
      resolve(answer)
    }
    const look = () => {
      if (isOver(payment)) return settle(false)
      if (runtime.signal.aborted) {
        leavePayment(payment)
        return settle(false)
      }
      const isBusy = config.embedded
        ? router.getState().stack[0]?.name !== config.runtime.homeView()
        : modal.getState().open
      if (isBusy) return
      if (isConnected()) return settle(true)
      if (config.embedded) return
      leavePayment(payment)
      settle(false)
    }
    stops.push(...[accounts, modal, router, payment].map((slice) => slice.subscribe(look)))
    runtime.signal.addEventListener('abort', look)
    stops.push(() => runtime.signal.removeEventListener('abort', look))
  })
}

/** Whether the page is in the namespace that is paid in. */
export const isInNamespace = (config: Config, payment: PaymentStore): boolean =>
  activeNamespace(config) === payment.getState().order.network.chainNamespace
