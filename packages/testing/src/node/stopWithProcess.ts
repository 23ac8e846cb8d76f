const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Calls `ask` when this process gets SIGINT, SIGTERM or SIGHUP, and `force` when it exits. A signal that nobody
 * else handles is raised again afterwards, so that the process still ends by it.
 *
 * @returns removes the handlers
 * @example
 * const release = stopWithProcess(() => child.kill('SIGTERM'), () => child.kill('SIGKILL'))
 */
export function stopWithProcess(ask: () => void, force: () => void): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    ask()
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  for (const signal of SIGNALS) process.once(signal, onSignal)
  process.once('exit', force)
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal)
    process.removeListener('exit', force)
  }
}
