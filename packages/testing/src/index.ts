export { testContracts } from './contracts/testContracts.ts'
export { devAccounts } from './devAccounts.ts'
export * from './injected/index.ts'
