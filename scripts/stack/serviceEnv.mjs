import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The documented ports of the local stack. */
export const defaultPorts = Object.freeze({
  smtp: 1025,
  inbox: 8025,
  chain: 8545,
  service: 8787,
  app: 5173,
  shop: 5183,
  identity: 4444,
  farcaster: 4445,
  optimism: 8546,
  bundler: 4337,
  onramp: 4446,
  solana: 8899,
  bitcoin: 3002,
  docs: 5193,
})

/** What each port is for, in words. */
export const portNames = Object.freeze({
  smtp: 'the mail server (SMTP)',
  inbox: 'the inbox page',
  chain: 'the chain (anvil)',
  service: 'the service (wallet, keys and api)',
  app: 'the demo page',
  shop: 'the second demo page',
  identity: 'the identity provider',
  farcaster: 'the Farcaster relay',
  optimism: "the chain of Farcaster's registry (anvil)",
  bundler: 'the bundler (ERC-4337)',
  onramp: 'the sandbox for buying',
  solana: 'the local Solana chain',
  bitcoin: 'the local Bitcoin chain (Esplora)',
  docs: 'the documentation',
})

/** The origins of a stack on these ports. Each is a site of its own. */
export function stackOrigins(ports) {
  return {
    app: `http://app.localhost:${ports.app}`,
    shop: `http://shop.localhost:${ports.shop}`,
    vouched: `http://vouched.localhost:${ports.app}`,
    wallet: `http://wallet.localhost:${ports.service}`,
    keys: `http://keys.localhost:${ports.service}`,
    api: `http://api.localhost:${ports.service}`,
    docs: `http://docs.localhost:${ports.docs}`,
    relay: `ws://api.localhost:${ports.service}/relay`,
    identity: `http://id.localhost:${ports.identity}`,
    onramp: `http://onramp.localhost:${ports.onramp}`,
  }
}

/** The relay as programs on Node reach it: they do not resolve names under localhost. */
export function nodeRelayUrl(ports) {
  return `ws://127.0.0.1:${ports.service}/relay`
}

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/**
 * What the local chain has for smart accounts. The service's environment is written before anything is installed, so
 * these stand here again; a test compares them with the package that deploys them.
 */
export const localAccounts = Object.freeze({
  paymaster: '0x441af2F3a7016bcF2818481f7ACE783E7b01ee30',
  permissionManager: '0x2d2Df41114f81C52Dd85a1158120B3f2d713D9eD',
  /** Public, as the keys of all development accounts are. */
  paymasterSignerKey: '0x9af3698906b03e76dcc4c8a0e88d8b08803eebc897a0eb42caa0899c827a3903',
})

/** What balances, prices and names of the local chain are read from: again, for the same reason. */
export const localMoney = Object.freeze({
  dollar: '0x0cc31af540b190b1745114f1E65909DFEa2FFF24',
  oldDollar: '0xB5Cd4303F51Ba4cb34C309B511007864769fd056',
  wrappedEther: '0x778b943a03ceFbab0B5c7270408ed7708bA8EDb1',
  etherPool: '0xdf64cbBE38f5320887070Ce7aaf51C79a25324d4',
  oldDollarPool: '0xDb6ff1EBFEa5FF73e6bAAc071f1aB514a0322FC5',
  names: '0x1a46ae4904e321AaE64817c2cC630B9b65f6053A',
})

/** Uniswap v3 of the local chain: again, for the same reason. */
export const localSwaps = Object.freeze({
  factory: '0x9f8f7af185C2B6018EE30d8664C51d68Bf682191',
  quoter: '0x8D178dBcAD40ccd70b95ceD93b29A590D0b10405',
  router: '0x785a631AB127DE0166Ec9eE0cC305d0581B56BB0',
})

/** The zones of the local names, the current one first, and the key that answers about them are signed with: public, as all of them. */
export const localNames = Object.freeze({
  zones: ['latchkey.eth', 'old-latchkey.eth'],
  signerKey: '0x2b7f6d5c3a1e4f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f701',
})

/** Tokens of the local chain, the pools that tell their prices, where they are swapped, and the registry of names. */
function localChainData() {
  const { dollar, oldDollar, wrappedEther, etherPool, oldDollarPool, names } = localMoney
  return {
    tokens: [
      { address: dollar, name: 'Latchkey Test Dollar', symbol: 'LKD', decimals: 6 },
      { address: oldDollar, name: 'Latchkey Old Dollar', symbol: 'LKO', decimals: 6 },
      { address: wrappedEther, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 },
    ],
    prices: {
      dollars: [dollar],
      wrapped: wrappedEther,
      pools: [
        { address: etherPool, tokens: [dollar, wrappedEther] },
        { address: oldDollarPool, tokens: [dollar, oldDollar] },
      ],
    },
    swaps: { ...localSwaps, wrapped: wrappedEther, through: [wrappedEther, dollar] },
    ens: { registry: names },
  }
}

/** The chain of the stack alone, with tokens, smart accounts and somebody who pays for them. */
export function localChain(ports) {
  return {
    id: 31337,
    name: 'Local',
    nativeCurrency: ether,
    rpcUrls: [`http://127.0.0.1:${ports.chain}`],
    wsUrls: [`ws://127.0.0.1:${ports.chain}`],
    testnet: true,
    bundlerUrls: [`http://127.0.0.1:${ports.bundler}`],
    entryPoint: '0.7',
    paymaster: { address: localAccounts.paymaster, sponsor: 'Latchkey demo' },
    permissionManager: localAccounts.permissionManager,
    ...localChainData(),
  }
}

/** The Solana chain of the stack. */
export function localSolana(ports) {
  return {
    caip2: 'solana:BuSkt9FaXgD9UBEqYFmw1k6YTV6DBZHR',
    name: 'Solana Local',
    rpcUrls: [`http://127.0.0.1:${ports.solana}`],
    testnet: true,
  }
}

/** The Bitcoin chain of the stack: regtest. */
export function localBitcoin(ports) {
  return {
    caip2: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Bitcoin Regtest',
    rpcUrls: [`http://127.0.0.1:${ports.bitcoin}`],
    testnet: true,
  }
}

/** Public chains; nothing asks them until a visitor picks one. */
export const publicChains = [
  {
    id: 8453,
    name: 'Base',
    nativeCurrency: ether,
    rpcUrls: ['https://mainnet.base.org'],
    explorerUrl: 'https://basescan.org',
    testnet: false,
  },
  {
    id: 84532,
    name: 'Base Sepolia',
    nativeCurrency: ether,
    rpcUrls: ['https://sepolia.base.org'],
    explorerUrl: 'https://sepolia.basescan.org',
    testnet: true,
  },
]

const SECRETS = ['KEK', 'RECOVERY_KEK', 'PEPPER']

const isSecret = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/**
 * Reads the secrets of a local stack, or makes them. The file is readable by its owner alone.
 *
 * @throws Error when the file is damaged: new secrets would make the stored shares unreadable
 */
export function localSecrets(file) {
  if (existsSync(file)) {
    const stored = JSON.parse(readFileSync(file, 'utf8'))
    if (!SECRETS.every((name) => isSecret(stored?.[name])))
      throw new Error(`${file} is damaged. Delete it together with the database beside it to start anew.`)
    chmodSync(file, 0o600)
    return Object.fromEntries(SECRETS.map((name) => [name, stored[name]]))
  }
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, randomBytes(32).toString('hex')]))
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  return secrets
}

/**
 * Makes the environment of the service for a stack on `ports`, and writes the files that it names into `dataDir`.
 * A variable that is undefined must be absent from the process.
 */
export function serviceEnv({
  root,
  ports,
  dataDir,
  databaseUrl,
  chains,
  projects,
  approvals,
  socialProviders,
  keepsFiles = false,
}) {
  mkdirSync(dataDir, { recursive: true })
  const origins = stackOrigins(ports)
  const projectsFile = join(dataDir, 'projects.json')
  const demo = {
    id: 'demo',
    name: 'Latchkey demo',
    mode: 'development',
    // Every demo host is a new device, and nobody tries a demo for an hour.
    newDeviceHoldHours: 0,
    // The last one is for a project that `npm create latchkey` has made on this machine.
    allowedOrigins: [origins.app, origins.shop, origins.vouched, 'http://app.localhost:5174'],
    // One page of each kind, unless all are to be of one.
    approvals: {
      [origins.app]: approvals ?? 'auto',
      [origins.shop]: approvals ?? 'window',
      [origins.vouched]: approvals ?? 'frame',
    },
  }
  writeFileSync(projectsFile, `${JSON.stringify(projects ?? [demo], null, 2)}\n`)
  return {
    PORT: `${ports.service}`,
    PUBLIC_BASE: 'http',
    WALLET_ORIGIN: origins.wallet,
    KEYS_ORIGIN: origins.keys,
    API_ORIGIN: origins.api,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    MAIL_FROM: 'Latchkey <no-reply@wallet.localhost>',
    DATABASE_URL: databaseUrl,
    PGLITE_DIR: databaseUrl ? undefined : join(dataDir, 'db'),
    RELAY_PUBLIC_URLS: `${origins.relay},${nodeRelayUrl(ports)}`,
    // Wallets bring a project id of their own.
    RELAY_WALLETS: 'any',
    CHAINS: JSON.stringify(chains ?? [localChain(ports), ...publicChains]),
    CHAINS_FILE: undefined,
    NETWORKS: JSON.stringify([localSolana(ports), localBitcoin(ports)]),
    NETWORKS_FILE: undefined,
    PAYMASTER_SIGNER_KEY: localAccounts.paymasterSignerKey,
    NAME_ZONES: localNames.zones.join(),
    NAME_SIGNER_KEY: localNames.signerKey,
    PROJECTS_FILE: projectsFile,
    SOCIAL_PROVIDERS: JSON.stringify(socialProviders ?? {}),
    SOCIAL_PROVIDERS_FILE: undefined,
    ONRAMP_PROVIDERS: JSON.stringify({ sandbox: { url: `http://127.0.0.1:${ports.onramp}` } }),
    ONRAMP_PROVIDERS_FILE: undefined,
    FARCASTER_RELAY_URL: `http://127.0.0.1:${ports.farcaster}`,
    OPTIMISM_RPC_URL: `http://127.0.0.1:${ports.optimism}`,
    FRAME_DIST: join(root, 'apps', 'frame', 'dist'),
    KEYS_DIST: join(root, 'apps', 'keys', 'dist'),
    EARLIER_FILES_DIR: keepsFiles ? join(dataDir, 'files') : undefined,
    ...localSecrets(join(dataDir, 'secrets.json')),
  }
}
