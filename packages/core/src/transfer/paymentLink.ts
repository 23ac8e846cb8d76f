import { activeAccount, activeNetwork } from '../account/accounts.ts'
import { fetchTokens } from '../assets/fetchTokens.ts'
import type { Config, PaymentLink, TransferForm } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import { wholeUnits } from './amounts.ts'
import { sendingOf } from './sendingOf.ts'
import { tokenIdOf, transferFormOf } from './transferForm.ts'

/**
 * What a payment link fills in, or why it does not: it is for another network, or a token that the account does not have;
 * `untold`: nobody tells what the account has.
 */
export type ReadLink =
  | { kind: 'form'; form: Partial<TransferForm> }
  | { kind: 'otherNetwork' | 'otherToken' | 'untold' }
  | { kind: 'none' }

/** What the account has, once it is told; undefined: nobody tells. */
const heldTokens = (config: Config): Promise<readonly TokenBalance[] | undefined> =>
  fetchTokens(config).then(
    () => activeAccount(config).tokenBalance,
    () => undefined,
  )

/**
 * Reads a payment link (EIP-681) into the form. Never rejects.
 *
 * @param told what the account has; undefined while it is not told: then it is waited for
 */
export async function readPaymentLink(
  config: Config,
  text: string,
  told: readonly TokenBalance[] | undefined,
): Promise<ReadLink> {
  const network = activeNetwork(config.networks.getState())
  const link = await sendingOf(config).then(
    ({ transfers }) => transfers.readLink(text),
    () => undefined,
  )
  if (!link || !network) return { kind: 'none' }
  if (link.caipNetworkId && link.caipNetworkId !== network.caipNetworkId) return { kind: 'otherNetwork' }
  const id = link.token ? `${network.caipNetworkId}:${link.token}`.toLowerCase() : 'native'
  const tokens = told ?? (await heldTokens(config))
  if (!tokens) return { kind: 'untold' }
  const token = tokens.find((one) => tokenIdOf(one).toLowerCase() === id)
  if (!token) return { kind: 'otherToken' }
  const isOther = token !== writtenOf(config, tokens)
  const form = { recipient: link.to, tokenId: tokenIdOf(token), ...amountOf(link, token, isOther) }
  return { kind: 'form', form }
}

/** The token of which the form's amount was written: the first, unless one was chosen. */
function writtenOf(config: Config, tokens: readonly TokenBalance[]): TokenBalance | undefined {
  const { tokenId } = transferFormOf(config).getState()
  return tokenId === undefined ? tokens[0] : tokens.find((one) => tokenIdOf(one) === tokenId)
}

/**
 * What a link does to the amount. One that was written of another token stays for none, nor does one stay where the link asks for
 * an amount that could not be read.
 */
function amountOf(
  { amount }: PaymentLink,
  token: TokenBalance,
  isOther: boolean,
): Partial<Pick<TransferForm, 'amount' | 'unit'>> {
  if (typeof amount === 'bigint') return { amount: wholeUnits(token, amount), unit: 'token' }
  return isOther || amount === 'untold' ? { amount: '', unit: 'token' } : {}
}
