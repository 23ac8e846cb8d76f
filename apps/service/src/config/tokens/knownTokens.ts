import type { Prices, Token } from './tokenSchema.ts'

/** What is known of a public network without the operator's word. */
export type KnownNetwork = { tokens: readonly Token[]; prices: Prices }

type Address = `0x${string}`

/** One token a row: symbol, name, decimals, address. */
const tokens = (...rows: [symbol: string, name: string, decimals: number, address: Address][]): Token[] =>
  rows.map(([symbol, name, decimals, address]) => ({ symbol, name, decimals, address }))
const pool = (address: Address, one: Address, other: Address): Prices['pools'][number] => ({
  address,
  tokens: [one, other],
})

/** Wrapped Ether of the OP Stack, a predeploy. */
const opWeth = '0x4200000000000000000000000000000000000006'
const cbBtc = '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'

const mainnet = {
  usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  dai: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  wbtc: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
  link: '0x514910771AF9Ca656af840dff83E8264EcF986CA',
  uni: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
  aave: '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9',
} as const
const optimism = {
  usdc: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  wbtc: '0x68f180fcCe6836688e9084f035309E29Bf0A2095',
  op: '0x4200000000000000000000000000000000000042',
} as const
const bnb = {
  usdt: '0x55d398326f99059fF775485246999027B3197955',
  wbnb: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
} as const
const polygon = {
  usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  weth: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
  wbtc: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
  wpol: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
} as const
const base = { usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } as const
const arbitrum = {
  usdc: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  usdt: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  weth: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  wbtc: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
  arb: '0x912CE59144191C1204E64559FE8253a0e49E6548',
} as const
const avalanche = {
  usdc: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  wavax: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
} as const

/**
 * Well-known tokens of public networks by chain id, and the deep Uniswap v3 pools that tell their prices. An operator
 * adds to it in `CHAINS`.
 */
export const knownNetworks: Readonly<Record<number, KnownNetwork>> = {
  1: {
    tokens: tokens(
      ['USDC', 'USD Coin', 6, mainnet.usdc],
      ['USDT', 'Tether USD', 6, mainnet.usdt],
      ['DAI', 'Dai Stablecoin', 18, mainnet.dai],
      ['WETH', 'Wrapped Ether', 18, mainnet.weth],
      ['WBTC', 'Wrapped BTC', 8, mainnet.wbtc],
      ['LINK', 'Chainlink', 18, mainnet.link],
      ['UNI', 'Uniswap', 18, mainnet.uni],
      ['AAVE', 'Aave', 18, mainnet.aave],
      ['EURC', 'Euro Coin', 6, '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c'],
      ['PYUSD', 'PayPal USD', 6, '0x6c3ea9036406852006290770BEdFcAbA0e23A0e8'],
      ['cbBTC', 'Coinbase Wrapped BTC', 8, cbBtc],
    ),
    prices: {
      dollars: [mainnet.usdc],
      wrapped: mainnet.weth,
      pools: [
        pool('0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640', mainnet.usdc, mainnet.weth),
        pool('0x3416cF6C708Da44DB2624D63ea0AAef7113527C6', mainnet.usdc, mainnet.usdt),
        pool('0x5777d92f208679DB4b9778590Fa3CAB3aC9e2168', mainnet.dai, mainnet.usdc),
        pool('0x4585FE77225b41b697C938B018E2Ac67Ac5a20c0', mainnet.wbtc, mainnet.weth),
        pool('0xa6Cc3C2531FdaA6Ae1A3CA84c2855806728693e8', mainnet.link, mainnet.weth),
        pool('0x1d42064Fc4Beb5F8aAF85F4617AE8b3b5B8Bd801', mainnet.uni, mainnet.weth),
        pool('0x5aB53EE1d50eeF2C1DD3d5402789cd27bB52c1bB', mainnet.aave, mainnet.weth),
      ],
    },
  },
  10: {
    tokens: tokens(
      ['USDC', 'USD Coin', 6, optimism.usdc],
      ['USDC.e', 'Bridged USDC', 6, '0x7F5c764cBc14f9669B88837ca1490cCa17c31607'],
      ['USDT', 'Tether USD', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'],
      ['DAI', 'Dai Stablecoin', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
      ['WETH', 'Wrapped Ether', 18, opWeth],
      ['WBTC', 'Wrapped BTC', 8, optimism.wbtc],
      ['OP', 'Optimism', 18, optimism.op],
      ['LINK', 'Chainlink', 18, '0x350a791Bfc2C21F9Ed5d10980Dad2e2638ffa7f6'],
    ),
    prices: {
      dollars: [optimism.usdc],
      wrapped: opWeth,
      pools: [
        pool('0x1fb3cf6e48F1E7B10213E7b6d87D4c073C7Fdb7b', optimism.usdc, opWeth),
        pool('0x85C31FFA3706d1cce9d525a00f1C7D4A2911754c', opWeth, optimism.wbtc),
        pool('0x68F5C0A2DE713a54991E01858Fd27a3832401849', opWeth, optimism.op),
      ],
    },
  },
  56: {
    tokens: tokens(
      ['USDT', 'Tether USD', 18, bnb.usdt],
      ['USDC', 'USD Coin', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
      ['DAI', 'Dai Stablecoin', 18, '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3'],
      ['WBNB', 'Wrapped BNB', 18, bnb.wbnb],
      ['ETH', 'Binance-Peg Ether', 18, '0x2170Ed0880ac9A755fd29B2688956BD959F933F8'],
      ['LINK', 'Chainlink', 18, '0xF8A0BF9cF54Bb92F17374d9e9A321E6a111a51bD'],
    ),
    prices: {
      dollars: [bnb.usdt],
      wrapped: bnb.wbnb,
      pools: [pool('0x47a90A2d92A8367A91EfA1906bFc8c1E05bf10c4', bnb.usdt, bnb.wbnb)],
    },
  },
  137: {
    tokens: tokens(
      ['USDC', 'USD Coin', 6, polygon.usdc],
      ['USDC.e', 'Bridged USDC', 6, '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
      ['USDT', 'Tether USD', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
      ['DAI', 'Dai Stablecoin', 18, '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'],
      ['WPOL', 'Wrapped POL', 18, polygon.wpol],
      ['WETH', 'Wrapped Ether', 18, polygon.weth],
      ['WBTC', 'Wrapped BTC', 8, polygon.wbtc],
      ['LINK', 'Chainlink', 18, '0x53E0bca35eC356BD5ddDFebbD1Fc0fD03FaBad39'],
    ),
    prices: {
      dollars: [polygon.usdc],
      wrapped: polygon.wpol,
      pools: [
        pool('0xB6e57ed85c4c9dbfEF2a68711e9d6f36c56e0FcB', polygon.wpol, polygon.usdc),
        pool('0xA4D8c89f0c20efbe54cBa9e7e7a7E509056228D9', polygon.usdc, polygon.weth),
        pool('0x50eaEDB835021E4A108B7290636d62E9765cc6d7', polygon.wbtc, polygon.weth),
      ],
    },
  },
  8453: {
    tokens: tokens(
      ['USDC', 'USD Coin', 6, base.usdc],
      ['USDbC', 'USD Base Coin', 6, '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA'],
      ['DAI', 'Dai Stablecoin', 18, '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'],
      ['WETH', 'Wrapped Ether', 18, opWeth],
      ['cbBTC', 'Coinbase Wrapped BTC', 8, cbBtc],
      ['cbETH', 'Coinbase Wrapped Staked ETH', 18, '0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22'],
      ['EURC', 'Euro Coin', 6, '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'],
      ['AERO', 'Aerodrome Finance', 18, '0x940181a94A35A4569E4529A3CDfB74e38FD98631'],
    ),
    prices: {
      dollars: [base.usdc],
      wrapped: opWeth,
      pools: [
        pool('0xd0b53D9277642d899DF5C87A3966A349A798F224', opWeth, base.usdc),
        pool('0xfBB6Eed8e7aa03B138556eeDaF5D271A5E1e43ef', base.usdc, cbBtc),
      ],
    },
  },
  42161: {
    tokens: tokens(
      ['USDC', 'USD Coin', 6, arbitrum.usdc],
      ['USDC.e', 'Bridged USDC', 6, '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8'],
      ['USDT0', 'USDT0', 6, arbitrum.usdt],
      ['DAI', 'Dai Stablecoin', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
      ['WETH', 'Wrapped Ether', 18, arbitrum.weth],
      ['WBTC', 'Wrapped BTC', 8, arbitrum.wbtc],
      ['ARB', 'Arbitrum', 18, arbitrum.arb],
      ['LINK', 'Chainlink', 18, '0xf97f4df75117a78c1A5a0DBb814Af92458539FB4'],
    ),
    prices: {
      dollars: [arbitrum.usdc],
      wrapped: arbitrum.weth,
      pools: [
        pool('0xC6962004f452bE9203591991D15f6b388e09E8D0', arbitrum.weth, arbitrum.usdc),
        pool('0x2f5e87C9312fa29aed5c179E456625D79015299c', arbitrum.wbtc, arbitrum.weth),
        pool('0xC6F780497A95e246EB9449f5e4770916DCd6396A', arbitrum.weth, arbitrum.arb),
        pool('0xbE3aD6a5669Dc0B8b12FeBC03608860C31E2eef6', arbitrum.usdc, arbitrum.usdt),
      ],
    },
  },
  43114: {
    tokens: tokens(
      ['USDC', 'USD Coin', 6, avalanche.usdc],
      ['USDT', 'Tether USD', 6, '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'],
      ['WAVAX', 'Wrapped AVAX', 18, avalanche.wavax],
      ['WETH.e', 'Wrapped Ether', 18, '0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB'],
      ['WBTC.e', 'Wrapped BTC', 8, '0x50b7545627a5162F82A992c33b87aDc75187B218'],
      ['LINK.e', 'Chainlink', 18, '0x5947BB275c521040051D82396192181b413227A3'],
    ),
    prices: {
      dollars: [avalanche.usdc],
      wrapped: avalanche.wavax,
      pools: [pool('0xfAe3f424a0a47706811521E3ee268f00cFb5c45E', avalanche.wavax, avalanche.usdc)],
    },
  },
}
