/** Resolves when `condition` holds; looks again after each task. Rejects after `timeout` ms. */
export function waitUntil(condition: () => boolean, timeout = 20_000): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const end = performance.now() + timeout
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      port1.close()
      settle()
    }
    port1.onmessage = () => {
      if (condition()) finish(resolve)
      else if (performance.now() > end) finish(() => reject(new Error('The condition did not come true')))
      else port2.postMessage(null)
    }
    port2.postMessage(null)
  })
}
