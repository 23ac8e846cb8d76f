import { activeConnector, attemptStateOf, type Config, endView, reset, showToast } from '@latchkey/core'

/**
 * Asks the wallet for what a review shows, and leads to where the visitor goes on (spec 4, transaction stack): home once it
 * is sent, the form once it was declined. What fails stays, since the review says why and can be tried again. Nobody is
 * led away who has gone elsewhere meanwhile.
 *
 * @param review.view of the review
 * @param review.form where the form too is left once all is sent: it may be what is shown then
 * @param review.sent told where the wallet has shown no receipt of its own
 */
export async function askFromReview(
  config: Config,
  { view, form, sent }: { view: string; form?: string; sent: string },
  ask: () => Promise<unknown>,
): Promise<void> {
  // The wallet's own screen may be above it, and tell what came of it.
  const isHere = () =>
    config.modal.getState().open &&
    config.router.getState().stack.some(({ name }) => name === view || name === form)
  try {
    await ask()
    if (isHere()) reset(config, { name: 'Account' })
    // A line above the receipt of a wallet whose screens are in this modal would push it down, and say it twice.
    if (!activeConnector(config)?.approvesInFrame) showToast(config, { kind: 'success', message: sent })
  } catch (error) {
    // The form says the rest.
    if (attemptStateOf(error) === 'declined' && isHere()) endView(config, view)
  }
}
