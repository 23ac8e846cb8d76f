import { isOriginAllowed } from '@latchkey/bridge'
import type { FrameDocumentConfig } from '@latchkey/protocol'
import * as z from 'zod/mini'
import type {
  Advice,
  ApprovalView,
  CallRow,
  Cap,
  ChangeRow,
  Fact,
  FeeChoice,
  FeeOption,
  Notice,
  Receipt,
  Warning,
} from '../approvals/ApprovalView.ts'
import type { SiteIdentity } from '../site/plainText.ts'
import { siteIdentity } from '../site/siteIdentity.ts'
import type { ShownInWindow } from './windowContract.ts'
import { isMessageKey } from './windowWords.ts'

/*
 * What the window draws of what it is told. Whatever has no place here is left out. Sentences are the catalogue's own: a
 * request brings values for their places, and no words.
 */

/** Every part of `T` has its place: one that is missing would silently not be drawn. */
type Parts<T> = Record<keyof T, z.ZodMiniType>

const list = <Item extends z.ZodMiniType>(item: Item) => z.readonly(z.array(item))
const text = z.string()
const flag = z.optional(z.boolean())
const key = z.string().check(z.refine(isMessageKey))

type ShownValue =
  | { kind: 'text' | 'quote'; text: string }
  | { kind: 'message'; key: string }
  | { kind: 'address'; address: string }
  | {
      kind: 'amount'
      amount: bigint
      decimals: number | null
      symbol: string
      rounding?: 'nearest' | 'up' | undefined
    }
  | { kind: 'date'; seconds: bigint }
  | { kind: 'count'; count: number }
  | { kind: 'phrase'; phrase: ShownPhrase }
type ShownPhrase = { key: string; values?: Readonly<Record<string, ShownValue>> | undefined }

const phrase: z.ZodMiniType<ShownPhrase, ShownPhrase> = z.lazy(() =>
  z.object({ key, values: z.optional(z.readonly(z.record(z.string(), value))) }),
)
const amount = z.object({
  kind: z.literal('amount'),
  amount: z.bigint(),
  decimals: z.nullable(z.number()),
  symbol: text,
  rounding: z.optional(z.enum(['nearest', 'up'])),
})
const value: z.ZodMiniType<ShownValue, ShownValue> = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['text', 'quote']), text }),
  z.object({ kind: z.literal('message'), key }),
  z.object({ kind: z.literal('address'), address: text }),
  amount,
  z.object({ kind: z.literal('date'), seconds: z.bigint() }),
  z.object({ kind: z.literal('count'), count: z.number() }),
  z.object({ kind: z.literal('phrase'), phrase }),
])

type ShownNode =
  | { name: string; type: string; value: string }
  | { name: string; type: string; children: readonly ShownNode[] }
const node: z.ZodMiniType<ShownNode, ShownNode> = z.lazy(() =>
  z.union([
    z.object({ name: text, type: text, value: text }),
    z.object({ name: text, type: text, children: list(node) }),
  ]),
)

const fact = z.object({
  label: key,
  value,
  note: z.optional(phrase),
  long: flag,
  editable: z.optional(z.enum(['fee', 'until'])),
} satisfies Parts<Fact>)
const warning = z.object({
  level: z.enum(['danger', 'warning', 'info']),
  title: phrase,
  body: phrase,
  risk: z.optional(phrase),
  typed: z.optional(z.object({ group: z.int(), text })),
} satisfies Parts<Warning>)
const notice = z.object({
  title: phrase,
  body: phrase,
  code: z.optional(text),
  retry: flag,
} satisfies Parts<Notice>)
const row = z.object({
  direction: z.enum(['in', 'out', 'gives']),
  value,
  unlimited: flag,
  token: z.optional(text),
} satisfies Parts<ChangeRow>)
const changes = z.discriminatedUnion('status', [
  z.object({ status: z.literal('loading') }),
  z.object({ status: z.enum(['known', 'exact', 'unknown']), rows: list(row) }),
])
const call = z.object({
  sentence: phrase,
  to: z.optional(z.nullable(text)),
  contract: z.optional(text),
  program: z.optional(text),
  value: z.optional(value),
  level: z.optional(z.enum(['danger', 'warning', 'info'])),
} satisfies Parts<CallRow>)
const speed = z.enum(['slow', 'normal', 'fast', 'site'])
const fee = z.object({
  chosen: speed,
  options: list(
    z.object({
      speed,
      expected: value,
      most: value,
      note: z.optional(phrase),
      wait: z.optional(key),
    } satisfies Parts<FeeOption>),
  ),
  storingUnknown: flag,
} satisfies Parts<FeeChoice>)
const cap = z.object({
  call: z.int(),
  token: text,
  symbol: text,
  decimals: z.int(),
  asked: z.bigint(),
  current: z.bigint(),
  unlimited: z.boolean(),
  balance: z.optional(z.bigint()),
} satisfies Parts<Cap>)

const view = z.object({
  title: key,
  sentence: phrase,
  asset: z.optional(text),
  changes: z.optional(changes),
  calls: z.optional(list(call)),
  text: z.optional(z.object({ heading: key, content: text, mono: z.boolean() })),
  tree: z.optional(z.object({ heading: key, node, folded: flag })),
  facts: list(fact),
  fee: z.optional(fee),
  until: z.optional(z.object({ chosen: z.number(), options: list(z.number()) })),
  caps: z.optional(list(cap)),
  pending: z.optional(z.object({ count: z.int(), first: phrase })),
  warnings: list(warning),
  signsIn: z.optional(z.literal(true)),
  stop: z.nullable(notice),
  approve: key,
  reject: z.optional(key),
  raw: text,
} satisfies Parts<Omit<ApprovalView, 'words'>>)

/** A page of the project, taken apart as the wallet does it. */
const siteOf = ({ allowedOrigins }: FrameDocumentConfig) =>
  z
    .object({
      origin: text,
      scheme: text,
      prefix: text,
      registrable: text,
      port: text,
      punycode: z.boolean(),
      insecure: z.boolean(),
    } satisfies Parts<SiteIdentity>)
    .check(
      z.refine((site) => {
        const patterns = allowedOrigins.map(({ pattern }) => pattern)
        if (!isOriginAllowed(site.origin, patterns)) return false
        return Object.entries(siteIdentity(site.origin, allowedOrigins)).every(
          ([name, part]) => site[name as keyof SiteIdentity] === part,
        )
      }),
    )

/** A transaction at the explorer of a network that the wallet serves. */
const linkOf = ({ chains }: FrameDocumentConfig) =>
  z
    .string()
    .check(
      z.refine((link) =>
        chains.some(
          ({ explorerUrl }) => explorerUrl && link.startsWith(`${explorerUrl.replace(/\/$/, '')}/tx/`),
        ),
      ),
    )

/** What the window takes, by the configuration that the service wrote into its document. */
export const shownContent = (config: FrameDocumentConfig) =>
  z.object({
    id: text.check(z.minLength(1), z.maxLength(256)),
    hash: z.nullable(text),
    revision: z.int(),
    view,
    phase: z.enum(['preparing', 'ready', 'confirming', 'signing', 'sending']),
    failure: z.nullable(notice),
    site: siteOf(config),
    appName: z.nullable(text),
    own: flag,
    waiting: z.int(),
    advice: z.optional(
      z.nullable(
        z.object({
          price: z.nullable(z.number()),
          picture: z.catch(z.nullable(text.check(z.startsWith(`${config.apiOrigin}/`))), null),
        } satisfies Parts<Advice>),
      ),
    ),
    receipt: z.optional(
      z.object({
        status: z.enum(['signed', 'pending', 'confirmed', 'final', 'failed', 'expired']),
        facts: list(fact),
        // What was sent was sent: a receipt is shown without the link.
        link: z.catch(z.nullable(linkOf(config)), null),
        isStale: z.boolean(),
      } satisfies Parts<Receipt>),
    ),
  } satisfies Parts<ShownInWindow>)

const isInteger = (item: unknown): item is { $int: string } =>
  typeof item === 'object' &&
  item !== null &&
  Object.keys(item).length === 1 &&
  /^-?[0-9]{1,100}$/.test(String((item as { $int?: unknown }).$int))

/**
 * Reads what `writeContent` wrote.
 *
 * @returns undefined for anything else
 */
export function readContent(written: string, config: FrameDocumentConfig): ShownInWindow | undefined {
  try {
    const content: unknown = JSON.parse(written, (_, item: unknown) =>
      isInteger(item) ? BigInt(item.$int) : item,
    )
    return shownContent(config).safeParse(content).data as ShownInWindow | undefined
  } catch {
    return undefined
  }
}
