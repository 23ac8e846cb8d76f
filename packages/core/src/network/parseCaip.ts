import { InvalidCaipAddressError, InvalidCaipNetworkIdError } from '../errors/connectionErrors.ts'
import {
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  isNamespace,
} from '../interfaces/Connector.ts'

/**
 * Parses a CAIP-2 network id: exactly two non-empty parts.
 *
 * @throws InvalidCaipNetworkIdError
 */
export function parseCaipNetworkId(id: string): { namespace: ChainNamespace; reference: string } {
  const [namespace, reference, ...rest] = id.split(':')
  if (!namespace || !reference || rest.length > 0 || !isNamespace(namespace))
    throw new InvalidCaipNetworkIdError({ details: id.slice(0, 100) })
  return { namespace, reference }
}

/**
 * Parses a CAIP-10 address: exactly three non-empty parts with a known namespace.
 *
 * @throws InvalidCaipAddressError 'Invalid CAIP Address'
 */
export function parseCaipAddress(caipAddress: string): {
  namespace: ChainNamespace
  reference: string
  address: string
} {
  const [namespace, reference, address, ...rest] = caipAddress.split(':')
  if (!namespace || !reference || !address || rest.length > 0 || !isNamespace(namespace))
    throw new InvalidCaipAddressError({ details: caipAddress.slice(0, 200) })
  return { namespace, reference, address }
}

/** Joins the parts of a CAIP-10 address. */
export const caipAddressOf = (network: CaipNetworkId, address: string): CaipAddress => `${network}:${address}`
