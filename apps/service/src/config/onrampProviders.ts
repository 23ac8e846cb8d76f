import * as z from 'zod'
import { secretUrl } from './secretUrl.ts'

/** ISO 3166-1, two letters: where buyers are taken to be until the provider knows better. */
const country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'write two letters, such as US')
  .default('US')
const base = (url: string) => secretUrl.transform((text) => text.replace(/\/+$/, '')).default(url)

/** Credentials of the providers for buying; one that is left out is not offered. */
export const onrampProvidersSchema = z
  .strictObject({
    coinbase: z.strictObject({
      /** Name or id of a secret API key of the Coinbase Developer Platform. */
      keyName: z.string().min(1).max(256),
      /** PEM of a P-256 key, or base64 of an Ed25519 one, as the platform gives it out. */
      privateKey: z.string().min(32).max(4_096),
      apiUrl: base('https://api.developer.coinbase.com'),
      checkoutUrl: base('https://pay.coinbase.com/buy/select-asset'),
      country,
      /** ISO 3166-2 without the country, such as NY. */
      subdivision: z
        .string()
        .regex(/^[A-Z0-9]{1,3}$/, 'write one to three letters or digits')
        .optional(),
    }),
    meld: z.strictObject({
      apiKey: z.string().min(8).max(1_024),
      apiUrl: base('https://api.meld.io'),
      /** Date of Meld's interface. */
      version: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d$/, 'write a date such as 2023-12-19')
        .default('2023-12-19'),
      country,
    }),
    /** For development: a provider that takes no money and delivers on a local chain. */
    sandbox: z.strictObject({ url: secretUrl.transform((text) => text.replace(/\/+$/, '')) }),
  })
  .partial()

export type OnrampProviders = z.output<typeof onrampProvidersSchema>
export type OnrampProviderName = keyof OnrampProviders
