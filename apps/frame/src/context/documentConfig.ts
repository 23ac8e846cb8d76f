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
  const id = chainId().safeParse(wanted)
  return id.success
    ? config.chains.find((chain) => chain.id === id.data || chain.caip2 === id.data)
    : undefined
}

/**
 * The networks of the namespaces that the page lists: of the others nothing is loaded, and no account is made. A page that
 * lists none has those of the project's first.
 */
function chainsFor({ chains }: FrameDocumentConfig, wanted: string | null): FrameDocumentConfig['chains'] {
  const namespaceOf = (caip2 = '') => caip2.split(':')[0] ?? ''
  const names = wanted?.split(',') ?? []
  const listed = chains.filter(({ caip2 }) => names.includes(namespaceOf(caip2)))
  const first = namespaceOf(chains[0]?.caip2)
  return listed.length > 0 ? listed : chains.filter(({ caip2 }) => namespaceOf(caip2) === first)
}

/**
 * Reads the configuration that the service wrote into the document, and from its address the network and the namespaces
 * that the page lists, of those that the service serves. Everything else
 * in the address came through the host and is ignored.
 *
 * @throws Error when the document was not served by the service
 */
export function readDocumentConfig(content: string | null, search: string): FrameStart {
  const served = frameDocumentConfig(JSON.parse(content ?? 'null'))
  const query = new URLSearchParams(search)
  const config = { ...served, chains: chainsFor(served, query.get('namespaces')) }
  const chain = findChain(config, idOf(query.get('chainId'))) ?? config.chains[0]
  if (!chain) throw new Error('The configuration names no network')
  return { config, caip2: chain.caip2 }
}
