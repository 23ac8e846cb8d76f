import type { Alert, Config, Toast } from '../interfaces/Config.ts'
import { isScheduled, schedule, unschedule } from './schedule.ts'

/** A toast that replaces another shows after this pause, so that it is seen as a new one (spec 9), ms. */
const RESHOW_DELAY = 150
const SHAKE_DURATION = 500

/** Shows a toast; an open one closes first. */
export function showToast(config: Config, toast: Omit<Toast, 'id'>): void {
  const next = { ...toast, id: ++config.runtime.lastToastId }
  // While one is about to show, the newest takes its place and its time.
  if (!config.notices.getState().toast && !isScheduled(config, 'toast')) {
    config.notices.setState({ toast: next })
    return
  }
  config.notices.setState({ toast: undefined })
  schedule(config, 'toast', RESHOW_DELAY, () => config.notices.setState({ toast: next }))
}

export function hideToast(config: Config): void {
  unschedule(config, 'toast')
  config.notices.setState({ toast: undefined })
}

export const showAlert = (config: Config, alert: Alert): void => config.notices.setState({ alert })
export const hideAlert = (config: Config): void => config.notices.setState({ alert: undefined })

/** Shakes the dialog once, for a real error (spec 9: resets after 500 ms). */
export function shake(config: Config): void {
  config.modal.setState({ shake: true })
  schedule(config, 'shake', SHAKE_DURATION, () => config.modal.setState({ shake: false }))
}
