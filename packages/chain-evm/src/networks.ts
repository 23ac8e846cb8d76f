/** Networks of the EVM as data, with the pictures that the service keeps. */
export * from './host/moreNetworks.ts'
export { base, baseSepolia, localhost, mainnet } from './host/networks.ts'
