import { activeNetwork } from '../account/accounts.ts'
import type { Config, TransferForm } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import { wholeUnits } from './amounts.ts'
import { sendingOf } from './sendingOf.ts'
import { tokenIdOf } from './transferForm.ts'

/** What a payment link fills in, or why it does not: it is for another network, or a token that the account does not have. */
export type ReadLink =
  | { kind: 'form'; form: Partial<TransferForm> }
  | { kind: 'otherNetwork' | 'otherToken' }
  | { kind: 'none' }

/** Reads a payment link (EIP-681) into the form. Never rejects. */
export async function readPaymentLink(
  config: Config,
  text: string,
  tokens: readonly TokenBalance[],
): Promise<ReadLink> {
  const network = activeNetwork(config.networks.getState())
  const link = await sendingOf(config).then(
    ({ transfers }) => transfers.readLink(text),
    () => undefined,
  )
  if (!link || !network) return { kind: 'none' }
  if (link.caipNetworkId && link.caipNetworkId !== network.caipNetworkId) return { kind: 'otherNetwork' }
  const id = link.token ? `${network.caipNetworkId}:${link.token}`.toLowerCase() : 'native'
  const token = tokens.find((one) => tokenIdOf(one).toLowerCase() === id)
  if (!token) return { kind: 'otherToken' }
  const amount =
    link.amount === undefined ? {} : { amount: wholeUnits(token, link.amount), unit: 'token' as const }
  return { kind: 'form', form: { recipient: link.to, tokenId: tokenIdOf(token), ...amount } }
}
