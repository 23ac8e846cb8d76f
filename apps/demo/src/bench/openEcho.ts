type Reply = { id: number; result: unknown }

/** The least that answers a request over a port: an id, a map, a promise. */
export async function openEcho(address: string): Promise<() => Promise<unknown>> {
  const iframe = document.createElement('iframe')
  iframe.src = address
  const loaded = new Promise((resolve) => iframe.addEventListener('load', resolve, { once: true }))
  document.body.append(iframe)
  await loaded
  const { port1, port2 } = new MessageChannel()
  iframe.contentWindow?.postMessage('port', new URL(address).origin, [port2])
  const waiting = new Map<number, (result: unknown) => void>()
  port1.onmessage = ({ data }: MessageEvent<Reply>) => {
    waiting.get(data.id)?.(data.result)
    waiting.delete(data.id)
  }
  let nextId = 0
  return () =>
    new Promise((resolve) => {
      const id = nextId++
      waiting.set(id, resolve)
      port1.postMessage({ id, method: 'eth_chainId' })
    })
}
