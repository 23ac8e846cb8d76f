import type { Config } from '../interfaces/Config.ts'
import type { Toast } from '../interfaces/Notices.ts'
import { schedule, unschedule } from './open.ts'

/** A toast that replaces another shows after this pause, so that it is seen as a new one (spec 9), ms. */
const RESHOW_DELAY = 150

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

/** Whether work of that name waits for its time. */
const isScheduled = (config: Config, name: string): boolean => config.runtime.timers.has(name)
