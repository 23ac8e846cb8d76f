import { chainId, type FrameDocumentConfig, frameDocumentConfig } from '@latchkey/protocol'

export type FrameStart = {
  config: FrameDocumentConfig
  /** The network that the address asks for, if the project serves it; else the project's first. */
  caip2: string
}

const idOf = (value: string | null): unknown =>
  value !== null && /^[0-9]{1,15}$/.test(value) ? Number(value) : value

/** A network that the project serves, by its number or its CAIP-2 name; undefined for any other. */
export function findChain(config: FrameDocumentConfig, wanted: unknown) {
  const id = chainId.safeParse(wanted)
  return id.success
    ? config.chains.find((chain) => chain.id === id.data || chain.caip2 === id.data)
    : undefined
}

/**
 * Reads the configuration that the service wrote into the document, and the network from its address. Everything else
 * in the address came through the host and is ignored.
 *
 * @throws Error when the document was not served by the service
 */
export function readDocumentConfig(content: string | null, search: string): FrameStart {
  const config = frameDocumentConfig.parse(JSON.parse(content ?? 'null'))
  const chain = findChain(config, idOf(new URLSearchParams(search).get('chainId'))) ?? config.chains[0]
  if (!chain) throw new Error('The configuration names no network')
  return { config, caip2: chain.caip2 }
}
