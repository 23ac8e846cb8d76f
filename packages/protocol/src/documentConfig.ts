import { BASE64URL, CAIP2, EVM_ADDRESS, ORIGIN, PROJECT_ID } from './schema/primitives.ts'
import { fields, flag, listOf, oneOf, type Read, text, whole } from './schema/readers.ts'

const anOrigin = text(255, ORIGIN)

/** An allowed origin of a project; `*` stands for exactly one left-most label. */
const originPattern = /* @__PURE__ */ fields(
  {
    pattern: text(255),
    /** The public suffix of the pattern's host, from the service's list: one more label is the registrable domain. */
    publicSuffix: text(255),
  },
  {
    /** Where requests of its pages are approved: in the wallet's own window or within the page. `auto` when left out. */
    approvals: oneOf('auto', 'window', 'frame'),
  },
)

/** Smart accounts (ERC-4337) on a network; a network without it has plain accounts alone. */
const smartAccountsInfo = /* @__PURE__ */ fields(
  { entryPoint: oneOf('0.7') },
  {
    /** Who pays for the operations of the project's people, in words for the screen; nobody when left out. */
    sponsor: text(64, undefined, 1),
    /** The contract that enforces permissions (ERC-7710 delegation manager); none are given when left out. */
    permissionManager: text(42, EVM_ADDRESS),
  },
)

const anyChainInfo = /* @__PURE__ */ fields(
  {
    /** The number of an EVM network (EIP-155); 0: a network of another namespace, which has none. */
    id: whole(0),
    caip2: text(41, CAIP2),
    name: text(64),
    nativeCurrency: fields({ name: text(64), symbol: text(16), decimals: whole(0, 36) }),
    testnet: flag,
  },
  {
    explorerUrl: text(255),
    smartAccounts: smartAccountsInfo,
    /** A fee for storing transactions on Ethereum, besides gas, and who tells it: the GasPriceOracle of the OP Stack. None when left out. */
    l1Fee: oneOf('opStack'),
  },
)

/** The reference of an EVM network is its number. */
const chainInfo: typeof anyChainInfo = (value) => {
  const chain = anyChainInfo(value)
  if (chain.id === 0 && /:[0-9]+$/.test(chain.caip2)) throw new TypeError('The network has no number')
  return chain
}

const everyMust = {
  v: oneOf(1),
  projectId: text(64, PROJECT_ID),
  apiOrigin: anOrigin,
  walletOrigin: anOrigin,
  keysOrigin: anOrigin,
  allowedOrigins: listOf(originPattern, 200),
}
const everyMay = {
  /** Messages of 32 bytes, which may be a hash of anything, are put before the person; refused when left out. */
  hashMessages: flag,
}

/**
 * Reads what the service writes into the frame document's `<meta name="latchkey-config">`.
 *
 * @throws TypeError
 */
export const frameDocumentConfig = /* @__PURE__ */ fields(
  {
    ...everyMust,
    projectName: text(64),
    /** The wallet's own name, shown in the trust strip. */
    walletName: text(32),
    /** The host may collect codes itself (project setting, off by default). */
    headlessOtp: flag,
    chains: listOf(chainInfo, 200, 1),
  },
  {
    ...everyMay,
    /** Networks that sign in here: the operator has credentials for them, and the project offers them. None when left out. */
    socials: listOf(text(32, /^[a-z]+$/), 16),
    /** Passkeys work on the keys origin. Not when left out. */
    passkeys: flag,
    /** Paymaster services (ERC-7677) that the project has registered; the service asks them, never the browser. */
    paymasters: listOf(text(512, /^https?:\/\//), 16),
  },
)

/**
 * Reads what the service writes into the keys document's `<meta name="latchkey-config">`.
 *
 * @throws TypeError
 */
export const keysDocumentConfig = /* @__PURE__ */ fields(
  {
    ...everyMust,
    /** The service's HPKE public key (raw P-256 point): shares are sealed to it. */
    channelKey: text(8192, BASE64URL),
  },
  {
    ...everyMay,
    /** `own`: the wallet's account page embeds it, and nobody else. `embedded`, also when left out: a host page does. */
    place: oneOf('embedded', 'own'),
  },
)

export type ChainInfo = Read<typeof chainInfo>
export type OriginPattern = Read<typeof originPattern>
export type FrameDocumentConfig = Read<typeof frameDocumentConfig>
export type KeysDocumentConfig = Read<typeof keysDocumentConfig>
