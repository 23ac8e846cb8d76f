import { defineEvmNetwork } from './defineEvmNetwork.ts'

// Data alone: no formatter and no serializer, which a page that only names its networks would load and not use.

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 } as const

export const arbitrum = /* @__PURE__ */ defineEvmNetwork({
  id: 42161,
  name: 'Arbitrum One',
  blockTime: 250,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://arb1.arbitrum.io/rpc'] } },
  blockExplorers: { default: { name: 'Arbiscan', url: 'https://arbiscan.io' } },
  assets: { imageId: 'eip155-42161-v1' },
})

export const optimism = /* @__PURE__ */ defineEvmNetwork({
  id: 10,
  name: 'OP Mainnet',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://mainnet.optimism.io'] } },
  blockExplorers: { default: { name: 'Optimism Explorer', url: 'https://optimistic.etherscan.io' } },
  assets: { imageId: 'eip155-10-v1' },
})

export const polygon = /* @__PURE__ */ defineEvmNetwork({
  id: 137,
  name: 'Polygon',
  blockTime: 2_000,
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: { default: { http: ['https://polygon.drpc.org'] } },
  blockExplorers: { default: { name: 'PolygonScan', url: 'https://polygonscan.com' } },
  assets: { imageId: 'eip155-137-v1' },
})

export const bsc = /* @__PURE__ */ defineEvmNetwork({
  id: 56,
  name: 'BNB Smart Chain',
  blockTime: 750,
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: { default: { http: ['https://bsc-dataseed.bnbchain.org'] } },
  blockExplorers: { default: { name: 'BscScan', url: 'https://bscscan.com' } },
  assets: { imageId: 'eip155-56-v1' },
})

export const avalanche = /* @__PURE__ */ defineEvmNetwork({
  id: 43114,
  name: 'Avalanche',
  blockTime: 1_700,
  nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
  rpcUrls: { default: { http: ['https://api.avax.network/ext/bc/C/rpc'] } },
  blockExplorers: { default: { name: 'SnowTrace', url: 'https://snowtrace.io' } },
  assets: { imageId: 'eip155-43114-v1' },
})

export const gnosis = /* @__PURE__ */ defineEvmNetwork({
  id: 100,
  name: 'Gnosis',
  blockTime: 5_000,
  nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.gnosischain.com'] } },
  blockExplorers: { default: { name: 'Gnosisscan', url: 'https://gnosisscan.io' } },
  assets: { imageId: 'eip155-100-v1' },
})

export const celo = /* @__PURE__ */ defineEvmNetwork({
  id: 42220,
  name: 'Celo',
  blockTime: 1_000,
  nativeCurrency: { name: 'CELO', symbol: 'CELO', decimals: 18 },
  rpcUrls: { default: { http: ['https://forno.celo.org'] } },
  blockExplorers: { default: { name: 'Celo Explorer', url: 'https://celoscan.io' } },
  assets: { imageId: 'eip155-42220-v1' },
})

export const linea = /* @__PURE__ */ defineEvmNetwork({
  id: 59144,
  name: 'Linea Mainnet',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://rpc.linea.build'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://lineascan.build' } },
  assets: { imageId: 'eip155-59144-v1' },
})

export const scroll = /* @__PURE__ */ defineEvmNetwork({
  id: 534352,
  name: 'Scroll',
  blockTime: 3_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://rpc.scroll.io'] } },
  blockExplorers: { default: { name: 'Scrollscan', url: 'https://scrollscan.com' } },
  assets: { imageId: 'eip155-534352-v1' },
})

export const zksync = /* @__PURE__ */ defineEvmNetwork({
  id: 324,
  name: 'ZKsync Era',
  blockTime: 200,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://mainnet.era.zksync.io'] } },
  blockExplorers: { default: { name: 'ZKsync Explorer', url: 'https://explorer.zksync.io' } },
  assets: { imageId: 'eip155-324-v1' },
})

export const mantle = /* @__PURE__ */ defineEvmNetwork({
  id: 5000,
  name: 'Mantle',
  nativeCurrency: { name: 'MNT', symbol: 'MNT', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.mantle.xyz'] } },
  blockExplorers: { default: { name: 'Mantle Explorer', url: 'https://mantlescan.xyz' } },
  assets: { imageId: 'eip155-5000-v1' },
})

export const unichain = /* @__PURE__ */ defineEvmNetwork({
  id: 130,
  name: 'Unichain',
  blockTime: 1_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://mainnet.unichain.org'] } },
  blockExplorers: { default: { name: 'Uniscan', url: 'https://uniscan.xyz' } },
  assets: { imageId: 'eip155-130-v1' },
})

export const worldchain = /* @__PURE__ */ defineEvmNetwork({
  id: 480,
  name: 'World Chain',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://worldchain-mainnet.g.alchemy.com/public'] } },
  blockExplorers: { default: { name: 'Worldscan', url: 'https://worldscan.org' } },
  assets: { imageId: 'eip155-480-v1' },
})

export const sonic = /* @__PURE__ */ defineEvmNetwork({
  id: 146,
  name: 'Sonic',
  blockTime: 630,
  nativeCurrency: { name: 'Sonic', symbol: 'S', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.soniclabs.com'] } },
  blockExplorers: { default: { name: 'Sonic Explorer', url: 'https://sonicscan.org' } },
  assets: { imageId: 'eip155-146-v1' },
})

export const berachain = /* @__PURE__ */ defineEvmNetwork({
  id: 80094,
  name: 'Berachain',
  blockTime: 2_000,
  nativeCurrency: { name: 'BERA Token', symbol: 'BERA', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.berachain.com'] } },
  blockExplorers: { default: { name: 'Berascan', url: 'https://berascan.com' } },
  assets: { imageId: 'eip155-80094-v1' },
})

export const ink = /* @__PURE__ */ defineEvmNetwork({
  id: 57073,
  name: 'Ink',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://rpc-gel.inkonchain.com'] } },
  blockExplorers: { default: { name: 'Blockscout', url: 'https://explorer.inkonchain.com' } },
  assets: { imageId: 'eip155-57073-v1' },
})

export const zora = /* @__PURE__ */ defineEvmNetwork({
  id: 7777777,
  name: 'Zora',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://rpc.zora.energy'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.zora.energy' } },
  assets: { imageId: 'eip155-7777777-v1' },
})

export const mode = /* @__PURE__ */ defineEvmNetwork({
  id: 34443,
  name: 'Mode Mainnet',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://mainnet.mode.network'] } },
  blockExplorers: { default: { name: 'Modescan', url: 'https://modescan.io' } },
  assets: { imageId: 'eip155-34443-v1' },
})

export const blast = /* @__PURE__ */ defineEvmNetwork({
  id: 81457,
  name: 'Blast',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://rpc.blast.io'] } },
  blockExplorers: { default: { name: 'Blastscan', url: 'https://blastscan.io' } },
  assets: { imageId: 'eip155-81457-v1' },
})

export const soneium = /* @__PURE__ */ defineEvmNetwork({
  id: 1868,
  name: 'Soneium Mainnet',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://rpc.soneium.org'] } },
  blockExplorers: { default: { name: 'Blockscout', url: 'https://soneium.blockscout.com' } },
  assets: { imageId: 'eip155-1868-v1' },
})

export const abstract = /* @__PURE__ */ defineEvmNetwork({
  id: 2741,
  name: 'Abstract',
  blockTime: 200,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://api.mainnet.abs.xyz'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://abscan.org' } },
  assets: { imageId: 'eip155-2741-v1' },
})

export const monad = /* @__PURE__ */ defineEvmNetwork({
  id: 143,
  name: 'Monad',
  blockTime: 400,
  nativeCurrency: { name: 'Monad', symbol: 'MON', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.monad.xyz'] } },
  blockExplorers: { default: { name: 'Monadscan', url: 'https://monadscan.com' } },
  assets: { imageId: 'eip155-143-v1' },
})

export const plasma = /* @__PURE__ */ defineEvmNetwork({
  id: 9745,
  name: 'Plasma',
  blockTime: 1_000,
  nativeCurrency: { name: 'Plasma', symbol: 'XPL', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.plasma.to'] } },
  blockExplorers: { default: { name: 'PlasmaScan', url: 'https://plasmascan.to' } },
  assets: { imageId: 'eip155-9745-v1' },
})

export const ronin = /* @__PURE__ */ defineEvmNetwork({
  id: 2020,
  name: 'Ronin',
  nativeCurrency: { name: 'RON', symbol: 'RON', decimals: 18 },
  rpcUrls: { default: { http: ['https://api.roninchain.com/rpc'] } },
  blockExplorers: { default: { name: 'Ronin Explorer', url: 'https://app.roninchain.com' } },
  assets: { imageId: 'eip155-2020-v1' },
})

export const fraxtal = /* @__PURE__ */ defineEvmNetwork({
  id: 252,
  name: 'Fraxtal',
  blockTime: 2_000,
  nativeCurrency: { name: 'Frax', symbol: 'FRAX', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.frax.com'] } },
  blockExplorers: { default: { name: 'fraxscan', url: 'https://fraxscan.com' } },
  assets: { imageId: 'eip155-252-v1' },
})

export const taiko = /* @__PURE__ */ defineEvmNetwork({
  id: 167000,
  name: 'Taiko Mainnet',
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://rpc.mainnet.taiko.xyz'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://taikoscan.io' } },
  assets: { imageId: 'eip155-167000-v1' },
})

export const sei = /* @__PURE__ */ defineEvmNetwork({
  id: 1329,
  name: 'Sei Network',
  nativeCurrency: { name: 'Sei', symbol: 'SEI', decimals: 18 },
  rpcUrls: { default: { http: ['https://evm-rpc.sei-apis.com'] } },
  blockExplorers: { default: { name: 'Seiscan', url: 'https://seiscan.io' } },
  assets: { imageId: 'eip155-1329-v1' },
})

export const moonbeam = /* @__PURE__ */ defineEvmNetwork({
  id: 1284,
  name: 'Moonbeam',
  nativeCurrency: { name: 'Moonbeam', symbol: 'GLMR', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.api.moonbeam.network'] } },
  blockExplorers: { default: { name: 'Moonscan', url: 'https://moonscan.io' } },
  assets: { imageId: 'eip155-1284-v1' },
})

export const cronos = /* @__PURE__ */ defineEvmNetwork({
  id: 25,
  name: 'Cronos Mainnet',
  nativeCurrency: { name: 'Cronos', symbol: 'CRO', decimals: 18 },
  rpcUrls: { default: { http: ['https://evm.cronos.org'] } },
  blockExplorers: { default: { name: 'Cronos Explorer', url: 'https://explorer.cronos.org' } },
  assets: { imageId: 'eip155-25-v1' },
})

export const apeChain = /* @__PURE__ */ defineEvmNetwork({
  id: 33139,
  name: 'ApeChain',
  nativeCurrency: { name: 'ApeCoin', symbol: 'APE', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.apechain.com/http'] } },
  blockExplorers: { default: { name: 'Apescan', url: 'https://apescan.io' } },
  assets: { imageId: 'eip155-33139-v1' },
})

export const zetachain = /* @__PURE__ */ defineEvmNetwork({
  id: 7000,
  name: 'ZetaChain',
  nativeCurrency: { name: 'Zeta', symbol: 'ZETA', decimals: 18 },
  rpcUrls: { default: { http: ['https://zetachain-evm.blockpi.network/v1/rpc/public'] } },
  blockExplorers: { default: { name: 'ZetaScan', url: 'https://zetascan.com' } },
  assets: { imageId: 'eip155-7000-v1' },
})

export const sepolia = /* @__PURE__ */ defineEvmNetwork({
  id: 11155111,
  name: 'Sepolia',
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://ethereum-sepolia-rpc.publicnode.com'] } },
  blockExplorers: { default: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' } },
  assets: { imageId: 'eip155-11155111-v1' },
  testnet: true,
})

export const optimismSepolia = /* @__PURE__ */ defineEvmNetwork({
  id: 11155420,
  name: 'OP Sepolia',
  blockTime: 2_000,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://sepolia.optimism.io'] } },
  blockExplorers: { default: { name: 'Blockscout', url: 'https://optimism-sepolia.blockscout.com' } },
  assets: { imageId: 'eip155-11155420-v1' },
  testnet: true,
})

export const arbitrumSepolia = /* @__PURE__ */ defineEvmNetwork({
  id: 421614,
  name: 'Arbitrum Sepolia',
  blockTime: 250,
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://sepolia-rollup.arbitrum.io/rpc'] } },
  blockExplorers: { default: { name: 'Arbiscan', url: 'https://sepolia.arbiscan.io' } },
  assets: { imageId: 'eip155-421614-v1' },
  testnet: true,
})

export const polygonAmoy = /* @__PURE__ */ defineEvmNetwork({
  id: 80002,
  name: 'Polygon Amoy',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: { default: { http: ['https://polygon-amoy.drpc.org'] } },
  blockExplorers: { default: { name: 'PolygonScan', url: 'https://amoy.polygonscan.com' } },
  assets: { imageId: 'eip155-80002-v1' },
  testnet: true,
})

export const avalancheFuji = /* @__PURE__ */ defineEvmNetwork({
  id: 43113,
  name: 'Avalanche Fuji',
  nativeCurrency: { name: 'Avalanche Fuji', symbol: 'AVAX', decimals: 18 },
  rpcUrls: { default: { http: ['https://api.avax-test.network/ext/bc/C/rpc'] } },
  blockExplorers: { default: { name: 'SnowTrace', url: 'https://testnet.snowtrace.io' } },
  assets: { imageId: 'eip155-43113-v1' },
  testnet: true,
})
