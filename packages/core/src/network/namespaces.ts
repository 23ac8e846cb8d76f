import { type CaipNetworkId, type ChainNamespace, NAMESPACES } from '../interfaces/Network.ts'

export const isNamespace = (text: unknown): text is ChainNamespace =>
  (NAMESPACES as readonly unknown[]).includes(text)

/** Whether a text is the CAIP-2 id of a network of a namespace that Latchkey knows. */
export function isCaipNetworkId(text: string): text is CaipNetworkId {
  const [namespace, reference = '', ...rest] = text.split(':')
  return rest.length === 0 && isNamespace(namespace) && /^[-_a-zA-Z0-9]{1,32}$/.test(reference)
}

/** Whether a text has the form that CAIP-10 gives the address within an account id. */
export const isAccountAddress = (text: string): boolean => /^[-.%a-zA-Z0-9]{1,128}$/.test(text)
