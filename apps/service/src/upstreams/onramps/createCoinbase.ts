import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { formatUnits, parseUnits } from 'viem'
import * as z from 'zod'
import type { OnrampProviders } from '../../config/onrampProviders.ts'
import { UnreadableAnswerError } from '../boundedFetch.ts'
import { amountText, askProvider } from './askProvider.ts'
import type { OnrampProvider } from './OnrampProvider.ts'

type Settings = NonNullable<OnrampProviders['coinbase']>

/** Places that sums of money are computed with. */
const PLACES = 18
/** Seconds that a token of ours is good for: the platform takes two minutes at most. */
const TOKEN_LIFE = 60

const text = z.string().max(256)
const optionsAnswer = z.object({
  payment_currencies: z
    .array(z.object({ id: text, limits: z.array(z.object({ id: text, min: amountText, max: amountText })) }))
    .max(500),
  purchase_currencies: z
    .array(
      z.object({
        id: text,
        name: text,
        symbol: text,
        networks: z.array(
          z.object({
            name: text,
            display_name: text,
            chain_id: z.union([z.string(), z.number()]).transform(String),
            contract_address: text.nullish().transform((address) => address ?? ''),
          }),
        ),
      }),
    )
    .max(5_000),
})
/** Amounts stand under `amount` in the reference and under `value` in older answers. */
const moneyAnswer = z
  .object({ amount: amountText.optional(), value: amountText.optional(), currency: text })
  .transform(({ amount, value, currency }, context) => {
    const told = amount ?? value
    if (told !== undefined) return { amount: told, currency }
    context.addIssue({ code: 'custom', message: 'has no amount' })
    return z.NEVER
  })
const quoteAnswer = z.object({
  payment_total: moneyAnswer,
  payment_subtotal: moneyAnswer,
  purchase_amount: moneyAnswer,
  coinbase_fee: moneyAnswer,
  network_fee: moneyAnswer,
  quote_id: text,
})
const tokenAnswer = z.object({ token: z.string().min(1).max(1_024) })
/** Some answers of the platform stand in an envelope. */
const opened = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => {
    const data = typeof value === 'object' && value !== null && 'data' in value ? value.data : undefined
    return typeof data === 'object' && data !== null ? data : value
  }, schema)

/** A P-256 key in PEM, or an Ed25519 one as 64 bytes in base64: seed and public half. */
function readKey(privateKey: string): { key: KeyObject; alg: 'ES256' | 'EdDSA' } {
  if (privateKey.includes('-----BEGIN')) return { key: createPrivateKey(privateKey), alg: 'ES256' }
  const bytes = Buffer.from(privateKey, 'base64')
  if (bytes.length !== 64) throw new TypeError('The key has another length.')
  const seed = bytes.subarray(0, 32).toString('base64url')
  const x = bytes.subarray(32, 64).toString('base64url')
  return {
    key: createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d: seed, x }, format: 'jwk' }),
    alg: 'EdDSA',
  }
}

/** Whether a key can be signed with; the doctor asks. */
export function isCoinbaseKey(privateKey: string): boolean {
  try {
    readKey(privateKey)
    return true
  } catch {
    return false
  }
}

const sum = (one: string, other: string): string =>
  formatUnits(parseUnits(one, PLACES) + parseUnits(other, PLACES), PLACES)

/** Asks the platform: each call carries a token that is signed for that call alone. */
function coinbaseClient({ apiUrl, keyName, privateKey }: Settings, now: () => number) {
  async function headers(method: 'GET' | 'POST', path: string): Promise<Record<string, string>> {
    const { key, alg } = readKey(privateKey)
    const seconds = Math.floor(now() / 1_000)
    const { host, pathname } = new URL(`${apiUrl}${path}`)
    const token = await new SignJWT({
      uri: `${method} ${host}${pathname}`,
      uris: [`${method} ${host}${pathname}`],
    })
      .setProtectedHeader({ alg, kid: keyName, typ: 'JWT', nonce: crypto.randomUUID().replaceAll('-', '') })
      .setIssuer('cdp')
      .setSubject(keyName)
      .setNotBefore(seconds)
      .setExpirationTime(seconds + TOKEN_LIFE)
      .sign(key)
    return { authorization: `Bearer ${token}` }
  }

  return async function ask<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    { body, signal, query = '' }: { body?: unknown; signal: AbortSignal; query?: string },
  ): Promise<z.output<Schema>> {
    const method = body === undefined ? 'GET' : 'POST'
    return askProvider(`${apiUrl}${path}${query}`, opened(schema), {
      headers: await headers(method, path),
      signal,
      ...(body === undefined ? {} : { body }),
    })
  }
}

/**
 * Coinbase Onramp (docs.cdp.coinbase.com/onramp): the page is opened with a session token that names the account, so that nobody can change the address on the way.
 */
export function createCoinbase(settings: Settings, now: () => number): OnrampProvider {
  const { checkoutUrl, country, subdivision } = settings
  const ask = coinbaseClient(settings, now)
  const place = { country, ...(subdivision === undefined ? {} : { subdivision }) }

  return {
    async options(signal) {
      const query = `?${new URLSearchParams(place)}`
      const answer = await ask('/onramp/v1/buy/options', optionsAnswer, { signal, query })
      return {
        paymentCurrencies: answer.payment_currencies.map(({ id, limits }) => ({
          id,
          payment_method_limits: limits.map((limit) => ({ ...limit, id: limit.id.toLowerCase() })),
        })),
        purchaseCurrencies: answer.purchase_currencies,
      }
    },
    async quote({ purchaseCurrency, paymentCurrency, amount, network, paymentMethod = 'card' }, signal) {
      const answer = await ask('/onramp/v1/buy/quote', quoteAnswer, {
        signal,
        body: {
          purchase_currency: purchaseCurrency,
          payment_amount: amount,
          payment_currency: paymentCurrency,
          payment_method: paymentMethod.toUpperCase(),
          ...place,
          ...(network === undefined ? {} : { purchase_network: network }),
        },
      })
      const { coinbase_fee: fee, network_fee: networkFee, payment_subtotal: subtotal } = answer
      // Fees of two currencies have no sum, and what is no money cannot be shown as money.
      if ([fee, networkFee, subtotal, answer.payment_total].some((one) => one.currency !== paymentCurrency))
        throw new UnreadableAnswerError('The answer is of another currency.')
      return {
        fees: {
          amount: sum(fee.amount, networkFee.amount),
          currency: fee.currency,
        },
        subtotal,
        total: answer.payment_total,
        purchaseAmount: answer.purchase_amount,
        quoteId: answer.quote_id,
      }
    },
    async checkoutUrl(
      { wallets, network, fiatAmount, fiatCurrency, cryptoAmount, partnerUserId, clientIp },
      signal,
    ) {
      const assets = [...new Set(wallets.flatMap((wallet) => wallet.assets))]
      const { token } = await ask('/onramp/v1/token', tokenAnswer, {
        signal,
        body: {
          addresses: wallets.map(({ address, blockchains }) => ({ address, blockchains })),
          ...(assets.length > 0 ? { assets } : {}),
          ...(clientIp === undefined ? {} : { clientIp }),
        },
      })
      const url = new URL(checkoutUrl)
      const presets = {
        sessionToken: token,
        defaultExperience: 'buy',
        defaultNetwork: network,
        presetFiatAmount: cryptoAmount === undefined ? fiatAmount : undefined,
        presetCryptoAmount: cryptoAmount,
        fiatCurrency,
        partnerUserId,
      }
      for (const [name, value] of Object.entries(presets)) if (value) url.searchParams.set(name, value)
      return url.href
    },
  }
}
