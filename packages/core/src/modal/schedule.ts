import type { Config } from '../interfaces/Config.ts'

/** Runs `work` after `delay` ms unless the config dies or the same name is scheduled again. */
export function schedule(config: Config, name: string | symbol, delay: number, work: () => void): void {
  const { timers, signal } = config.runtime
  clearTimeout(timers.get(name))
  if (signal.aborted) return
  timers.set(
    name,
    setTimeout(() => {
      timers.delete(name)
      work()
    }, delay),
  )
}

export function unschedule(config: Config, name: string | symbol): void {
  clearTimeout(config.runtime.timers.get(name))
  config.runtime.timers.delete(name)
}

/** Whether work of that name waits for its time. */
export const isScheduled = (config: Config, name: string): boolean => config.runtime.timers.has(name)
